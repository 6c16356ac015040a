import type { Config } from '../platform/config.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import { withFooter, wrapFragment } from './footer.ts';
import { htmlToText } from './html-to-text.ts';
import { linksFor } from './links.ts';
import { localeOf } from './localized-texts.ts';
import type { PreparedContent } from './prepared-content.ts';
import { type StepVariables, stepVariables, templateVariables } from './template-variables.ts';
import { trackHtml } from './tracked-links.ts';
import { verpAddress } from './verp.ts';

export interface ComposedEmail {
  raw: Buffer;
  subject: string;
  messageId: string;
  envelopeFrom: string;
}

/** What a recipient of this email is called, for rendering. */
export type Recipient = Pick<
  ClaimedEmail,
  'id' | 'project_id' | 'variables' | 'contact' | 'to_email' | 'campaign_id' | 'step_execution_id'
> & {
  to_name: string | null;
};

/** The finished message for one recipient. Throws RenderLimitError when the template breaks the limits on its data. */
export function composeEmail(config: Config, content: PreparedContent, email: Recipient, date: Date): ComposedEmail {
  const rendered = renderEmail(config, content, email);
  const { links, subject } = rendered;
  const messageId = messageIdOf(email.id, content.fromEmail);
  const raw = content.mime.build({
    to: { name: email.to_name ?? undefined, email: email.to_email },
    subject,
    html: content.tracked ? trackHtml(rendered.html, links) : rendered.html,
    text: htmlToText(rendered.html),
    messageId,
    date,
    extraHeaders: extraHeaders(content, email, rendered),
    headers: ownHeaders(content, rendered),
  });
  const verp = verpAddress(config, { projectId: email.project_id, emailId: email.id });
  return { raw, subject, messageId, envelopeFrom: verp ?? content.fromEmail };
}

type RenderedContent = Pick<PreparedContent, 'subject' | 'body' | 'kind' | 'projectName' | 'projectLanguage'>;

/** Subject and body as the recipient reads them, without tracking: also what a preview shows. */
export function renderEmail(config: Config, content: RenderedContent, email: Recipient) {
  const { links, variables } = variablesFor(config, email);
  const subject = content.subject.render(variables);
  const locale = localeOf(variables.locale, content.projectLanguage);
  const body = wrapFragment(content.body.render(variables), { locale });
  const html =
    content.kind === 'MARKETING'
      ? withFooter(body, {
          locale,
          projectName: content.projectName,
          unsubscribeUrl: links.unsubscribeUrl,
        })
      : body;
  return { subject, html, links, variables };
}

/** What the placeholders of this email stand for. */
export function variablesFor(config: Config, email: Recipient) {
  const links = linksFor(config, { projectId: email.project_id, contactId: email.contact.id, emailId: email.id });
  const variables =
    email.step_execution_id && email.variables
      ? stepVariables(email.contact, email.variables as unknown as StepVariables, links)
      : templateVariables(email.contact, email.variables ?? email.contact.data ?? {}, links);
  return { links, variables };
}

/** The same for every attempt, so that a relay or mailbox can recognise a repeated message. */
export const messageIdOf = (emailId: string, fromEmail: string): string =>
  `<${emailId}@${fromEmail.slice(fromEmail.lastIndexOf('@') + 1)}>`;

// The path first: links are signed when asked for, and most transactional mail has none.
const OWN_PAGES = [
  { path: '/unsubscribe/', url: 'unsubscribeUrl' },
  { path: '/manage/', url: 'manageUrl' },
] as const;

function ownHeaders({ headers }: PreparedContent, { variables }: ReturnType<typeof renderEmail>) {
  if (headers.length === 0) return undefined;
  return Object.fromEntries(headers.map(({ name, value }) => [name, value.render(variables)]));
}

function extraHeaders(
  { kind }: PreparedContent,
  { campaign_id }: Recipient,
  { html, links }: ReturnType<typeof renderEmail>,
): Record<string, string> {
  const isMarketing = kind === 'MARKETING';
  // A mail that carries the recipient's own way out should offer it in the client's interface too (RFC 8058).
  const offersWayOut =
    isMarketing || OWN_PAGES.some(({ path, url }) => html.includes(path) && html.includes(links[url]));
  return {
    ...(offersWayOut
      ? { 'List-Unsubscribe': `<${links.oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
    ...(isMarketing || campaign_id !== null
      ? { Precedence: 'bulk', 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
      : {}),
  };
}
