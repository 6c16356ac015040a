import { cancelAllCampaigns } from '../campaigns/cancel-campaign.ts';
import { dropAllQueued, isSending } from '../delivery/queue-emails.ts';
import { sendSystemMail } from '../delivery/send-system-mail.ts';
import { seconds } from '../platform/clock.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { enqueue, type Outcome, snooze } from '../platform/jobs/job.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { disableProject } from '../projects/disable-project.ts';
import { listMemberAddresses } from '../projects/member-addresses.ts';
import { projectSuspended } from './jobs.ts';
import { judgeReputation } from './judge-reputation.ts';
import { readReputation } from './read-reputation.ts';

/** After mail was refused: a project beyond the limits is suspended, once, and its members are told. */
export function reviewProject(ctx: Ctx): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { violations } = judgeReputation(await readReputation(ctx));
    if (violations.length > 0) await suspendProject(ctx, violations);
  });
}

async function suspendProject(ctx: Ctx, violations: string[]): Promise<void> {
  const project = await disableProject(ctx, 'EMAIL_REPUTATION');
  if (!project) return;
  ctx.log.warn({ projectId: ctx.projectId, violations }, 'a project was suspended');
  await recordAudit(ctx, { action: 'project.suspended', target: project.name, details: { violations } });
  await cancelAllCampaigns(ctx);
  await enqueue(ctx, projectSuspended, {});
  const to = await listMemberAddresses(ctx);
  if (to.length === 0) return;
  await sendSystemMail(ctx, {
    to,
    subject: `${project.name} has been suspended`,
    html: SUSPENDED,
    variables: { project: project.name, reasons: violations.join('. '), url: `${ctx.config.publicUrl}/app/settings` },
  });
}

const SUSPENDED = `<p>The project <strong>{{ project }}</strong> cannot send any more.</p>
<p>{{ reasons }}. Mail to people who did not ask for it, or to addresses that do not exist, harms everybody who sends from here.</p>
<p>Queued mail and campaigns were cancelled. Everything can still be read and exported: <a href="{{ url }}">{{ url }}</a>. Answer to whoever runs this service to have the project enabled again.</p>`;

const SLICE = 20_000;

/** Mail that was on its way comes back to the queue within moments, and is dropped then. */
export async function dropMailOfSuspended(ctx: Ctx): Promise<Outcome | undefined> {
  while ((await dropAllQueued(ctx, SLICE)) > 0);
  return (await isSending(ctx)) ? snooze(new Date(ctx.clock.now().getTime() + seconds(10))) : undefined;
}
