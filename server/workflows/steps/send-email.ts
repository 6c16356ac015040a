import { email as emailSchema } from '../../../contract/fields.ts';
import { type EmailKind, freezeContent, type SourceType } from '../../delivery/email-content.ts';
import { type NewEmail, queueEmails } from '../../delivery/queue-emails.ts';
import { assertVerifiedSender } from '../../domains/verified-sender.ts';
import type { Ctx } from '../../platform/context.ts';
import { getProject, isTracked } from '../../projects/project.ts';
import { getTemplate, type TemplateRow } from '../../templates/template.ts';
import { attempt, compileDeep, variablesOf } from '../variables.ts';
import type { Outcome, RunStep, SettingOf, Traveller } from './step.ts';

/** One content and one insert, however many stand here. Whether a contact may be mailed is decided at hand-over. */
export const runSendEmail: RunStep<'SEND_EMAIL'> = async (ctx, { step, setting, travellers }) => {
  if (!step.templateId) return travellers.map(() => ({ kind: 'failed', reason: 'The step has no template' }));
  const template = await getTemplate(ctx, step.templateId);
  await assertVerifiedSender(ctx, template.from);
  const sourceType: SourceType = template.type === 'TRANSACTIONAL' ? 'TRANSACTIONAL' : 'WORKFLOW';
  const addressed = addressesOf(ctx, setting, travellers);
  const sending = addressed.filter((each) => 'address' in each);
  const contentId = await freezeTemplate(ctx, template, sourceType);
  const emails = sending.map((each) => newEmail(each, setting));
  const ids = await queueEmails(ctx, emails, { contentId, sourceType, templateId: template.id });
  const emailIdOf = new Map(sending.map(({ traveller }, i) => [traveller, ids[i]]));
  const sentAt = ctx.clock.now().toISOString();
  const { name: templateName } = template;
  return addressed.map((each): Outcome => {
    if ('reason' in each) return { kind: 'failed', reason: each.reason };
    const [emailId, recipientType] = [emailIdOf.get(each.traveller), setting.config.recipient.type];
    return { kind: 'done', output: { emailId, sentAt, recipientType, recipientEmail: each.address, templateName } };
  });
};

type Addressed = { traveller: Traveller; address: string } | { traveller: Traveller; reason: string };

function addressesOf(ctx: Ctx, { config }: SettingOf<'SEND_EMAIL'>, travellers: Traveller[]): Addressed[] {
  const { recipient } = config;
  if (recipient.type === 'CONTACT') {
    return travellers.map((traveller) => ({ traveller, address: traveller.contact.email }));
  }
  const render = compileDeep(recipient.customEmail);
  return travellers.map((traveller) => {
    const rendered = attempt(() => emailSchema.safeParse(render(variablesOf(ctx, traveller))).data);
    if ('reason' in rendered) return { traveller, reason: rendered.reason };
    const { value: address } = rendered;
    return address ? { traveller, address } : { traveller, reason: 'The custom address is not an email address' };
  });
}

function newEmail(
  { traveller, address }: Extract<Addressed, { address: string }>,
  { config }: SettingOf<'SEND_EMAIL'>,
): NewEmail {
  const { id, stepExecutionId, contact, context, workflow } = traveller;
  const isCustom = config.recipient.type === 'CUSTOM';
  return {
    contactId: contact.id,
    toEmail: address,
    variables: { event: context, workflow, ...(isCustom ? { toCustomAddress: true } : {}) },
    step: { executionId: id, stepExecutionId },
  };
}

async function freezeTemplate(ctx: Ctx, template: TemplateRow, sourceType: SourceType): Promise<string> {
  return freezeContent(ctx, {
    kind: template.type as EmailKind,
    subject: template.subject,
    body: template.body,
    fromEmail: template.from,
    fromName: template.from_name,
    replyTo: template.reply_to,
    headers: {},
    tracked: isTracked(await getProject(ctx), sourceType),
    attachments: [],
  });
}
