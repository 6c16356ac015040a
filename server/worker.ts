import type { PgBoss } from 'pg-boss';
import { tellDomainLost, tellDomainVerified } from './accounts/domain-notices.ts';
import { passwordResetAsked, projectWiped } from './accounts/jobs.ts';
import { sendPasswordReset } from './accounts/password-reset.ts';
import { tidyAccounts } from './accounts/tidy-accounts.ts';
import { resumeWipes, wipeProject } from './accounts/wipe-project.ts';
import { cancelSubscription } from './billing/cancel-subscription.ts';
import { deleteOldBillingReceipts } from './billing/receive-stripe-event.ts';
import { reportUsage } from './billing/report-usage.ts';
import { tellCapNear } from './billing/tell-members.ts';
import { dropCancelled } from './campaigns/cancel-campaign.ts';
import { fanOutCampaign } from './campaigns/fan-out-campaign.ts';
import { finishCampaigns, followFinishedCampaigns } from './campaigns/finish-campaigns.ts';
import { campaignCancelled, campaignDue } from './campaigns/jobs.ts';
import { changeInBulk } from './contacts/bulk-change.ts';
import { foldContactCounts } from './contacts/contact-counts.ts';
import { tidyContactJobs } from './contacts/contact-job.ts';
import { importCsv } from './contacts/import-csv.ts';
import { bulkChangeAsked, importUploaded } from './contacts/jobs.ts';
import { foldEmailCounts } from './delivery/email-counts.ts';
import { foldEmailDayCounts } from './delivery/email-day-counts.ts';
import { capNear, mailRefused } from './delivery/jobs.ts';
import { deleteLooseContents } from './delivery/loose-contents.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { checkDomains } from './domains/check-domains.ts';
import { domainLost, domainRemoved, domainVerified } from './domains/jobs.ts';
import { forgetAtProvider } from './domains/remove-domain.ts';
import { foldEventDayCounts } from './events/event-day-counts.ts';
import { startBounceListener } from './feedback/bounce-listener.ts';
import { deleteOldReceipts } from './feedback/take-once.ts';
import { hours, minutes, seconds } from './platform/clock.ts';
import type { BaseCtx } from './platform/context.ts';
import { deleteExpiredIdempotencyKeys } from './platform/http/idempotency.ts';
import { assertEveryJobBound, type Binding, every, on, type Sweep, startWorkers } from './platform/jobs/runner.ts';
import { repeat } from './platform/repeat.ts';
import { subscriptionOrphaned } from './projects/jobs.ts';
import { projectSuspended } from './reputation/jobs.ts';
import { dropMailOfSuspended, reviewProject } from './reputation/suspend-project.ts';
import { recomputeSegments } from './segments/recompute-segments.ts';
import { foldWorkflowCounts } from './workflows/counts.ts';
import { startWorkflows } from './workflows/engine.ts';
import { pruneVersions } from './workflows/versions.ts';

/** when <job> then <handler> */
export const bindings: Binding[] = [
  on(campaignDue, fanOutCampaign),
  on(campaignCancelled, dropCancelled),
  on(mailRefused, reviewProject),
  on(projectSuspended, dropMailOfSuspended),
  on(capNear, tellCapNear),
  on(domainVerified, tellDomainVerified),
  on(domainLost, tellDomainLost),
  on(domainRemoved, forgetAtProvider),
  on(passwordResetAsked, sendPasswordReset),
  on(subscriptionOrphaned, cancelSubscription),
  on(projectWiped, wipeProject),
  on(importUploaded, importCsv),
  on(bulkChangeAsked, changeInBulk),
];

/** every <interval> do <sweep> */
export const sweeps: Sweep[] = [
  every(hours(1), deleteExpiredIdempotencyKeys),
  every(hours(1), deleteOldReceipts),
  every(hours(1), tidyContactJobs),
  every(hours(1), tidyAccounts),
  every(minutes(5), checkDomains),
  every(minutes(5), resumeWipes),
  every(minutes(1), foldContactCounts),
  every(minutes(1), foldEmailCounts),
  every(hours(1), deleteLooseContents),
  every(hours(1), reportUsage),
  every(hours(1), deleteOldBillingReceipts),
  every(minutes(1), followFinishedCampaigns),
  every(minutes(5), recomputeSegments),
  every(minutes(1), foldWorkflowCounts),
  every(hours(1), pruneVersions),
];

export interface Worker {
  /** Whether the relay is usable, and if not, since when and why: for /health. */
  relay(): object;
  stop(): Promise<void>;
}

export async function startWorker(ctx: BaseCtx, boss: PgBoss, connectionString: string): Promise<Worker> {
  assertEveryJobBound(bindings);
  await startWorkers(ctx, boss, bindings, sweeps);
  const delivery = await startDelivery(ctx, connectionString);
  const workflows = await startWorkflows(ctx, connectionString);
  const finishing = repeat(seconds(2), () => finishCampaigns(ctx), ctx.log);
  const folding = [foldEmailDayCounts, foldEventDayCounts].map((fold) => repeat(seconds(5), () => fold(ctx), ctx.log));
  const { bounceSmtpPort: port, bounceSmtpHost: host } = ctx.config;
  const bounces = port === undefined ? undefined : await startBounceListener(ctx, { port, host });
  return {
    relay: () => {
      const { isOpen, since, reason, retryAt } = delivery.state();
      return isOpen ? { status: 'down', since, reason, retryAt } : { status: 'ok' };
    },
    stop: async () => {
      await bounces?.close();
      await finishing.stop();
      await workflows.stop();
      await Promise.all(folding.map((each) => each.stop()));
      await delivery.stop();
    },
  };
}
