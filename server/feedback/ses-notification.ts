import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { findEmailByMessageId, markDelivered, recordBounces, recordComplaints } from '../delivery/email-lifecycle.ts';
import type { EmailIds } from '../delivery/links.ts';
import { markClicked, markOpened } from '../delivery/mark-read.ts';
import { storableText } from '../delivery/storable-text.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { inboundNotice, takeInboundMail } from './inbound-mail.ts';
import { judgeVisit } from './judge-visit.ts';
import { checkSignature, fetchText, isSnsUrl, type SnsMessage, snsMessage } from './sns-message.ts';
import { takeOnce } from './take-once.ts';

interface Answer {
  status: number;
  body: { success: boolean; message?: string; error?: string };
}

const answer = (status: number, success: boolean, message: string): Answer => ({ status, body: { success, message } });
const refusal = (status: number, error: string): Answer => ({ status, body: { success: false, error } });

/**
 * POST /webhooks/sns. SNS repeats what is answered 5xx and forgets what is answered otherwise: a message that we cannot
 * use is taken with 200, trouble on our side or the network's is not.
 */
export async function receiveSnsMessage(ctx: BaseCtx, body: string): Promise<Answer> {
  const message = snsMessage.safeParse(parsedJson(body)).data;
  const verdict = message ? await checkSignature(ctx.config, message) : 'bad';
  if (verdict === 'unreachable') return answer(503, false, 'The signing certificate cannot be fetched now');
  if (!message || verdict === 'bad') return answer(403, false, 'Invalid signature');
  if (message.Type === 'SubscriptionConfirmation') return confirmSubscription(ctx, message);
  if (message.Type === 'Notification') return receiveNotification(ctx, message);
  return answer(200, false, 'Nothing to do for this type of message');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function confirmSubscription(ctx: BaseCtx, { SubscribeURL, TopicArn }: SnsMessage): Promise<Answer> {
  if (!isSnsUrl(ctx.config, SubscribeURL)) return answer(400, false, 'SubscribeURL is not an SNS address');
  if ((await fetchText(SubscribeURL)) === undefined)
    return answer(503, false, 'The subscription cannot be confirmed now');
  ctx.log.info({ topic: TopicArn }, 'SNS subscription confirmed');
  return answer(200, true, 'Subscription confirmed');
}

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
  .optional()
  .catch(undefined);
const visit = z.object({
  timestamp: instant,
  userAgent: z.string().optional().catch(undefined),
  link: z.string().optional(),
});

/** SES names the kind `eventType` (configuration sets) or `notificationType` (identities); the rest is alike. */
const notification = z.object({
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({ messageId: z.string().optional() }).optional(),
  delivery: z.object({ timestamp: instant }).optional(),
  bounce: z
    .object({
      timestamp: instant,
      bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']).catch('Undetermined'),
      bounceSubType: z.string().optional().catch(undefined),
      bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })).catch([]),
    })
    .optional(),
  complaint: z.object({ timestamp: instant, complaintFeedbackType: z.string().nullish().catch(undefined) }).optional(),
  open: visit.optional(),
  click: visit.optional(),
});
type Notification = z.infer<typeof notification>;

async function receiveNotification(ctx: BaseCtx, { Message, MessageId }: SnsMessage): Promise<Answer> {
  const notice = notification.safeParse(parsedJson(Message)).data;
  if (!notice) return answer(200, false, 'Not a notification of SES');
  if (notice.notificationType === 'Received') return receiveInbound(ctx, Message, MessageId);
  if (!notice.mail?.messageId) return refusal(400, 'The notification names no message');
  const apply = EFFECTS.get(notice.eventType ?? notice.notificationType ?? '');
  if (!apply) return answer(200, true, 'Nothing to do for this type of event');
  const email = await findWhenStored(ctx, notice.mail.messageId);
  if (!email) return refusal(404, 'No email has this message id');
  const scoped = { ...ctx, projectId: email.projectId };
  await takeOnce(scoped, `sns:${storableText(MessageId)}`, (ctx) => apply(ctx, email.emailId, notice));
  return answer(200, true, 'Recorded');
}

async function receiveInbound(ctx: BaseCtx, message: string, messageId: string): Promise<Answer> {
  const notice = inboundNotice.safeParse(parsedJson(message)).data;
  if (!notice) return answer(200, false, 'Not a notification of received mail');
  await takeInboundMail(ctx, notice, storableText(messageId));
  return answer(200, true, 'Recorded');
}

/** SES may tell of a delivery before we have stored the id that it gave us; and SNS does not repeat after a 404. */
const WAITS_MS = [0, 200, 800];

async function findWhenStored(ctx: BaseCtx, messageId: string): Promise<EmailIds | undefined> {
  for (const wait of WAITS_MS) {
    if (wait > 0) await setTimeout(wait);
    const email = await findEmailByMessageId(ctx, messageId);
    if (email) return email;
  }
  return undefined;
}

type Effect = (ctx: Ctx, emailId: string, notice: Notification) => Promise<void>;

const EFFECTS = new Map<string, Effect>([
  ['Delivery', (ctx, emailId, { delivery }) => markDelivered(ctx, [emailId], delivery?.timestamp ?? ctx.clock.now())],
  [
    'Bounce',
    (ctx, emailId, { bounce }) => {
      const reason = bounce?.bouncedRecipients[0]?.diagnosticCode ?? bounce?.bounceSubType ?? 'bounced';
      const type = bounce?.bounceType ?? 'Undetermined';
      return recordBounces(ctx, [{ emailId, at: bounce?.timestamp ?? ctx.clock.now(), type, reason }]);
    },
  ],
  [
    'Complaint',
    (ctx, emailId, { complaint }) => {
      const reason = complaint?.complaintFeedbackType ?? 'complaint';
      return recordComplaints(ctx, [{ emailId, at: complaint?.timestamp ?? ctx.clock.now(), reason }]);
    },
  ],
  [
    'Open',
    async (ctx, emailId, { open }) => markOpened(ctx, emailId, await judgeVisit(ctx, emailId, 'open', visitOf(open))),
  ],
  [
    'Click',
    async (ctx, emailId, { click }) => {
      const judged = await judgeVisit(ctx, emailId, 'click', visitOf(click));
      await markClicked(ctx, emailId, { link: storableText(click?.link ?? ''), ...judged });
    },
  ],
]);

const visitOf = (told: z.infer<typeof visit> | undefined) => ({
  headers: { 'user-agent': told?.userAgent },
  ...(told?.timestamp ? { at: told.timestamp } : {}),
});
