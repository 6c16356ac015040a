import { endOfBody, escapeHtml } from './html-tags.ts';
import { filled, type Locale, textsIn } from './localized-texts.ts';

interface Footer {
  locale: Locale;
  projectName: string;
  unsubscribeUrl: string;
}

/** Marketing mail says who sent it and offers the way out. */
export function withFooter(html: string, { locale, projectName, unsubscribeUrl }: Footer): string {
  const { footerText, footerLink } = textsIn(locale);
  const footer =
    '<div style="margin:32px 0 0;padding:16px;text-align:center;font:12px/18px Arial,Helvetica,sans-serif;color:#6b7280">' +
    `${filled(footerText, { project: escapeHtml(projectName) })} ` +
    `<a href="${escapeHtml(unsubscribeUrl)}" style="color:#6b7280;text-decoration:underline">${footerLink}</a></div>`;
  const place = endOfBody(html);
  return html.slice(0, place) + footer + html.slice(place);
}

const DOCUMENT = /<(?:!doctype|html|head|body)[\s/>]/i;

/** A fragment becomes a document, so that clients read its characters right; what is a document already stays. */
export function wrapFragment(html: string, { locale = 'en' }: { locale?: string } = {}): string {
  if (DOCUMENT.test(html)) return html;
  return (
    `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>${html}</body></html>`
  );
}
