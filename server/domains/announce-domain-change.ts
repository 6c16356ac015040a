import { days } from '../platform/clock.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { listMemberAddresses } from '../projects/member-addresses.ts';

export type DomainChange = 'VERIFIED' | 'LOST';

export interface DomainNotice {
  domain: string;
  change: DomainChange;
  recipients: string[];
}

/** A domain whose records come and go must not fill anybody's inbox. */
const QUIET_MS: Record<DomainChange, number> = { VERIFIED: days(7), LOST: days(30) };

export async function announceDomainVerified(
  ctx: Ctx,
  { domainId }: { domainId: string },
): Promise<DomainNotice | undefined> {
  return announceDomainChange(ctx, { domainId, change: 'VERIFIED' });
}

export async function announceDomainLost(
  ctx: Ctx,
  { domainId }: { domainId: string },
): Promise<DomainNotice | undefined> {
  return announceDomainChange(ctx, { domainId, change: 'LOST' });
}

/** Records whom to tell about the change; undefined: it is no longer true, or they were told not long ago. */
function announceDomainChange(
  ctx: Ctx,
  { domainId, change }: { domainId: string; change: DomainChange },
): Promise<DomainNotice | undefined> {
  return transaction(ctx, async (ctx) => {
    const row = await ctx.db
      .selectFrom('domains')
      .select('domain')
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', domainId)
      .where('verified', '=', change === 'VERIFIED')
      .forUpdate()
      .executeTakeFirst();
    if (!row || (await toldSince(ctx, domainId, change))) return undefined;
    const recipients = await listMemberAddresses(ctx);
    await ctx.db
      .insertInto('domain_notices')
      .values({
        project_id: ctx.projectId,
        domain_id: domainId,
        kind: change,
        recipients,
        created_at: ctx.clock.now(),
      })
      .execute();
    return { domain: row.domain, change, recipients };
  });
}

async function toldSince(ctx: Ctx, domainId: string, change: DomainChange): Promise<boolean> {
  const recent = await ctx.db
    .selectFrom('domain_notices')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('domain_id', '=', domainId)
    .where('kind', '=', change)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - QUIET_MS[change]))
    .executeTakeFirst();
  return recent !== undefined;
}
