import PostalMime, { type Address, addressParser, decodeWords, type Email } from 'postal-mime';
import { z } from 'zod';
import { email as emailSchema } from '../../contract/fields.ts';
import { harmlessHtml } from '../delivery/harmless-html.ts';
import { escapeHtml } from '../delivery/html-tags.ts';
import { type ReceivedEmail, receiveEmail } from '../delivery/receive-email.ts';
import { storableText } from '../delivery/storable-text.ts';
import { receivingProjects } from '../domains/receiving-projects.ts';
import type { BaseCtx } from '../platform/context.ts';
import { takeOnce } from './take-once.ts';

const verdict = z
  .object({ status: z.string().max(100) })
  .optional()
  .catch(undefined);

/** What SES tells of mail that it received; the content is there only if the rule's action sends it along. */
export const inboundNotice = z.object({
  mail: z.object({
    source: z.string().optional().catch(undefined),
    messageId: z.string().optional(),
    timestamp: z.iso.datetime({ offset: true }).optional().catch(undefined),
    commonHeaders: z
      .object({ from: z.array(z.string()).optional(), subject: z.string().nullish() })
      .optional()
      .catch(undefined),
  }),
  receipt: z.object({
    recipients: z.array(z.string()),
    processingTimeMillis: z.number().optional().catch(undefined),
    spamVerdict: verdict,
    virusVerdict: verdict,
    spfVerdict: verdict,
    dkimVerdict: verdict,
    dmarcVerdict: verdict,
    action: z.object({ encoding: z.string().optional() }).optional().catch(undefined),
  }),
  content: z.string().nullish(),
});
type InboundNotice = z.infer<typeof inboundNotice>;

/** The same for mail that came to ourselves: nobody has judged it. */
export const noticeOf = (
  raw: Buffer,
  { source, recipients }: { source: string | undefined; recipients: string[] },
): InboundNotice => ({
  mail: { source },
  receipt: { recipients, action: { encoding: 'BASE64' } },
  content: raw.toString('base64'),
});

/** One received mail for each address that belongs to a verified domain; a repeated notice changes nothing. */
export async function takeInboundMail(ctx: BaseCtx, notice: InboundNotice, noticeId: string): Promise<void> {
  const parsed = await contentOf(notice);
  const sender = senderOf(notice, parsed);
  if (!sender) return;
  const recipients = new Set(notice.receipt.recipients.map((address) => storableText(address.trim().toLowerCase())));
  for (const to of recipients) {
    const mail = describe(ctx, notice, { parsed, sender, to });
    for (const projectId of await receivingProjects(ctx, to.slice(to.lastIndexOf('@') + 1))) {
      await takeOnce({ ...ctx, projectId }, `inbound:${noticeId}:${to}`, (ctx) => receiveEmail(ctx, mail));
    }
  }
}

async function contentOf({ content, receipt }: InboundNotice): Promise<Email | undefined> {
  if (!content) return undefined;
  const isBase64 = receipt.action?.encoding?.toUpperCase() === 'BASE64';
  try {
    return await PostalMime.parse(Buffer.from(content, isBase64 ? 'base64' : 'utf8'));
  } catch {
    // Nested or long beyond what the parser takes: then what SES says about it is all there is.
    return undefined;
  }
}

interface Sender {
  email: string;
  name: string | null;
}

/** Who wrote it; without a readable From, whoever the mail server named. */
function senderOf({ mail }: InboundNotice, parsed: Email | undefined): Sender | undefined {
  const named = addressParser(mail.commonHeaders?.from?.[0] ?? '', { flatten: true });
  const candidates: (Address | undefined)[] = [parsed?.from, ...named, { name: '', address: mail.source ?? '' }];
  for (const candidate of candidates) {
    const email = emailSchema.safeParse(candidate?.address ?? '');
    if (email.success) return { email: email.data, name: storableText(decodeWords(candidate?.name ?? '')) || null };
  }
  return undefined;
}

interface Parts {
  parsed: Email | undefined;
  sender: Sender;
  to: string;
}

function describe(ctx: BaseCtx, { mail, receipt }: InboundNotice, { parsed, sender, to }: Parts): ReceivedEmail {
  const at = mail.timestamp === undefined ? ctx.clock.now() : new Date(mail.timestamp);
  const subject = storableText(mail.commonHeaders?.subject ?? parsed?.subject ?? '');
  const { html, body } = bodyOf(parsed);
  return {
    to,
    from: sender.email,
    fromName: sender.name,
    subject,
    html,
    at,
    data: {
      messageId: storableText(mail.messageId ?? parsed?.messageId ?? '') || null,
      from: sender.email,
      fromHeader: storableText(decodeWords(mail.commonHeaders?.from?.[0] ?? headerIn(parsed, 'from'))) || null,
      to,
      subject,
      timestamp: at.toISOString(),
      recipients: receipt.recipients.map(storableText),
      hasContent: parsed !== undefined,
      body,
      ...verdictsOf(receipt),
      processingTimeMillis: receipt.processingTimeMillis ?? null,
    },
  };
}

const headerIn = (parsed: Email | undefined, name: string): string =>
  parsed?.headers.find(({ key }) => key === name)?.value ?? '';

/** As it is shown, and as workflows get it: plain text stays plain there. */
function bodyOf(parsed: Email | undefined): { html: string; body: string | null } {
  if (!parsed) return { html: '', body: null };
  if (parsed.html !== undefined) {
    const html = harmlessHtml(whole(parsed.html));
    return { html, body: html };
  }
  const body = whole(parsed.text ?? '');
  return { html: `<pre>${escapeHtml(body)}</pre>`, body };
}

const verdictsOf = (receipt: InboundNotice['receipt']) => ({
  spamVerdict: receipt.spamVerdict?.status ?? null,
  virusVerdict: receipt.virusVerdict?.status ?? null,
  spfVerdict: receipt.spfVerdict?.status ?? null,
  dkimVerdict: receipt.dkimVerdict?.status ?? null,
  dmarcVerdict: receipt.dmarcVerdict?.status ?? null,
});

/** Fit for a text column, and as long as it is. */
const whole = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();
