import { sendSystemMail } from '../delivery/send-system-mail.ts';
import { assertVerifiedSender } from '../domains/verified-sender.ts';
import type { Ctx } from '../platform/context.ts';
import { getProject } from '../projects/project.ts';
import { getCampaignRow } from './campaign.ts';

/** To one address, filled with the data of the contact that has it; no counter and no contact knows of it. */
export async function testCampaign(ctx: Ctx, id: string, email: string) {
  const campaign = await getCampaignRow(ctx, id);
  await assertVerifiedSender(ctx, campaign.from);
  const contact = await ctx.db
    .selectFrom('contacts')
    .select('data')
    .where('project_id', '=', ctx.projectId)
    .where('email', '=', email)
    .executeTakeFirst();
  await sendSystemMail(ctx, {
    to: [email],
    subject: `[TEST] ${campaign.subject}`,
    html: campaign.body,
    from: { email: campaign.from, name: campaign.from_name ?? (await getProject(ctx)).name },
    replyTo: campaign.reply_to,
    testOf: ctx.projectId,
    headers: { 'X-Plunk-Test': 'true' },
    variables: contact?.data ?? {},
  });
  return { success: true as const, message: `Test email sent to ${email}` };
}
