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
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #fff; --ground: #f3f4f6; --action: #0b5cad; --on-action: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #a5b0bb; --paper: #1c2128; --ground: #12151a; --action: #7cb8ff; --on-action: #0b1420 } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { box-sizing: border-box; width: min(32rem, 100%); padding: 2.5rem 2rem; background: var(--paper); border-radius: .75rem; overflow-wrap: anywhere }
.from { margin: 0 0 1.5rem; color: var(--soft) }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.3 }
p { margin: 0 0 1.5rem }
form { margin: 0 }
button { padding: .7rem 1.4rem; border: 0; border-radius: .5rem; background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
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
