import type { Attachment } from './mail.ts';

interface Preview {
  /** A whole document for an iframe without scripts. */
  document: string;
  /** References to other servers that were left out. */
  blocked: number;
}

const ACTIVE = 'script, link, base, iframe, frame, frameset, object, embed, audio, video, meta[http-equiv]';
const REFERENCES = ['src', 'srcset', 'poster', 'background'];

/**
 * The HTML of a mail made safe to show. The sandbox keeps scripts from running and the policy keeps the network out;
 * what both would refuse is taken out beforehand all the same, so that nothing has to be refused, and can be counted.
 */
export function previewDocument(
  html: string,
  attachments: Attachment[],
  { withRemote }: { withRemote: boolean },
): Preview {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  let blocked = 0;
  const resolve = (reference: string): string | undefined => {
    const url = reference.trim();
    if (/^data:/i.test(url)) return url;
    if (/^cid:/i.test(url)) return inlineImage(url.slice(4), attachments);
    if (!/^(https?:)?\/\//i.test(url)) return undefined;
    if (withRemote) return url;
    blocked += 1;
    return undefined;
  };
  for (const element of mail.querySelectorAll(ACTIVE)) element.remove();
  for (const element of mail.querySelectorAll('*')) cleanAttributes(element, resolve);
  for (const style of mail.querySelectorAll('style')) style.textContent = cleanCss(style.textContent ?? '', resolve);
  for (const link of mail.querySelectorAll('a, area')) openElsewhere(link);
  mail.head.prepend(policy(mail, withRemote));
  return { document: `<!doctype html>${mail.documentElement.outerHTML}`, blocked };
}

type Resolve = (reference: string) => string | undefined;

function cleanAttributes(element: Element, resolve: Resolve): void {
  for (const { name, value } of [...element.attributes]) {
    if (name.startsWith('on')) element.removeAttribute(name);
    else if (name === 'style') element.setAttribute(name, cleanCss(value, resolve));
    else if (REFERENCES.includes(name) || isSvgImage(element, name)) cleanReference(element, name, resolve);
  }
}

const isSvgImage = (element: Element, attribute: string): boolean =>
  ['image', 'use', 'feImage'].includes(element.tagName) && /^(xlink:)?href$/.test(attribute);

function cleanReference(element: Element, name: string, resolve: Resolve): void {
  const value = element.getAttribute(name) ?? '';
  const kept = name === 'srcset' ? cleanSrcset(value, resolve) : resolve(value);
  if (kept) element.setAttribute(name, kept);
  else element.removeAttribute(name);
}

function cleanSrcset(value: string, resolve: Resolve): string {
  return value
    .split(/,\s+/)
    .flatMap((candidate) => {
      const [url = '', ...width] = candidate.trim().split(/\s+/);
      const kept = resolve(url);
      return kept ? [[kept, ...width].join(' ')] : [];
    })
    .join(', ');
}

/** No foreign style sheets and fonts; pictures by the same rule as everywhere. */
function cleanCss(css: string, resolve: Resolve): string {
  return css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/@font-face\s*\{[^}]*\}/gi, '')
    .replace(/url\(\s*(['"]?)(.*?)\1\s*\)/gi, (_, __, reference: string) => {
      const kept = resolve(reference);
      return kept ? `url("${kept}")` : 'none';
    });
}

function inlineImage(contentId: string, attachments: Attachment[]): string | undefined {
  const wanted = decoded(contentId);
  const found = attachments.find((each) => each.contentId?.replace(/^<|>$/g, '') === wanted);
  if (!found?.contentType.startsWith('image/')) return undefined;
  return `data:${found.contentType};base64,${found.content}`;
}

/** A stray per cent sign is no reason to show nothing of a mail. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function openElsewhere(link: Element): void {
  const isWithin = link.getAttribute('href')?.startsWith('#');
  link.setAttribute('target', isWithin ? '_self' : '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

function policy(mail: Document, withRemote: boolean): HTMLMetaElement {
  const meta = mail.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = `default-src 'none'; style-src 'unsafe-inline'; img-src data:${withRemote ? ' https: http:' : ''}`;
  return meta;
}
