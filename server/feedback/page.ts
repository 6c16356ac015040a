import { createHash } from 'node:crypto';
import { escapeHtml } from '../delivery/html-tags.ts';
import { firstSpoken, type Locale, textsIn } from '../delivery/localized-texts.ts';

export interface Page {
  status: number;
  html: string;
}

interface Content {
  locale: Locale;
  title: string;
  text: string;
  /** Whose page this is. */
  projectName?: string;
  /** Forms, as HTML. */
  forms?: string;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #18181b; --soft: #52525b; --paper: #fff; --ground: #fafafa; --line: #e4e4e7; --brass: #b7791f }
@media (prefers-color-scheme: dark) { :root { --ink: #f4f4f5; --soft: #a9a9b2; --paper: #18181b; --ground: #0a0a0b; --line: #2f2f34; --brass: #e0a93b } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.6 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100% }
main { width: min(28rem, 100%); padding: 2.25rem 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; text-align: center; overflow-wrap: anywhere }
.from { margin: 0 0 1.75rem; padding: 0 0 1.25rem; border-bottom: 1px solid var(--line); font-weight: 600 }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; font-weight: 600; line-height: 1.3; text-wrap: balance }
p { margin: 0; color: var(--soft); text-wrap: pretty }
.from, h1 { color: var(--ink) }
form { margin: 1.75rem 0 0 }
form + p, p + p { margin-top: 1.75rem }
p + p + form { margin-top: .75rem }
button { width: 100%; min-height: 2.75rem; padding: .6rem 1.25rem; border: 1px solid transparent; border-radius: .5rem; background: var(--ink); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer }
button:hover { opacity: .88 }
button:focus-visible { outline: 2px solid var(--brass); outline-offset: 3px }
`;

/** Nothing may run, load, or be sent elsewhere. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

export function renderPage({ locale, title, text, projectName, forms = '' }: Content): string {
  const from = projectName === undefined ? '' : `<p class="from">${escapeHtml(projectName)}</p>\n`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${from}<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(text)}</p>
${forms}</main>
</body>
</html>
`;
}

/** The same for every link that leads nowhere, whatever is wrong with it. */
export function badLinkPage(acceptLanguage: string | undefined): Page {
  const locale = acceptedLocale(acceptLanguage);
  const { badLinkTitle, badLinkText } = textsIn(locale);
  return { status: 404, html: renderPage({ locale, title: badLinkTitle, text: badLinkText }) };
}

export function failedPage(acceptLanguage: string | undefined, status: number): Page {
  const locale = acceptedLocale(acceptLanguage);
  const { failedTitle, failedText } = textsIn(locale);
  return { status, html: renderPage({ locale, title: failedTitle, text: failedText }) };
}

const acceptedLocale = (acceptLanguage = ''): Locale =>
  firstSpoken(acceptLanguage.split(',').map((each) => each.split(';', 1)[0]));
