import { sql } from 'kysely';
import { recordEvents } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { type EmailFacts, emailEvent, selectFacts } from './email-facts.ts';

export interface Opened {
  at: Date;
  /** Seen by a program: marked, but neither counted nor ever the first. */
  isMachine: boolean;
}

export interface Clicked extends Opened {
  link: string;
}

/** Recorded every time; the first time by a person is what `opened_at` holds. */
export function markOpened(ctx: Ctx, emailId: string, { at, isMachine }: Opened): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const email = await count(ctx, emailId, { at, isMachine, what: 'open' });
    if (!email) return;
    const extra = { openedAt: email.first_at, opens: email.total, isFirstOpen: email.is_first, ...machine(isMachine) };
    await recordEvents(ctx, [emailEvent('email.open', email, extra)]);
  });
}

export function markClicked(ctx: Ctx, emailId: string, { at, link, isMachine }: Clicked): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const email = await count(ctx, emailId, { at, isMachine, what: 'click' });
    if (!email) return;
    const { first_at, total, is_first } = email;
    const extra = { link, clickedAt: first_at, clicks: total, isFirstClick: is_first, ...machine(isMachine) };
    await recordEvents(ctx, [emailEvent('email.click', email, extra)]);
  });
}

const machine = (isMachine: boolean) => (isMachine ? { machine: true } : {});

const COLUMNS = {
  open: { first: 'opened_at', total: 'opens', byMachine: 'machine_opens' },
  click: { first: 'clicked_at', total: 'clicks', byMachine: 'machine_clicks' },
} as const;

type Counted = EmailFacts & { first_at: Date | null; total: number; is_first: boolean };

async function count(
  ctx: Ctx,
  emailId: string,
  { at, isMachine, what }: Opened & { what: keyof typeof COLUMNS },
): Promise<Counted | undefined> {
  const first = sql.ref(COLUMNS[what].first);
  const total = sql.ref(COLUMNS[what].total);
  const byMachine = sql.ref(COLUMNS[what].byMachine);
  const change = isMachine
    ? sql`${byMachine} = emails.${byMachine} + 1`
    : sql`${total} = emails.${total} + 1, ${first} = coalesce(emails.${first}, ${at})`;
  const { rows } = await sql<Counted>`
    with before as materialized (
      select id, ${first} as first_before from emails
      where project_id = ${ctx.projectId} and id = ${emailId}
      for update
    ), changed as (
      update emails set ${change}, updated_at = ${ctx.clock.now()}
      from before
      where emails.project_id = ${ctx.projectId} and emails.id = before.id
      returning emails.*, emails.${first} as first_at, emails.${total} as total,
                (before.first_before is null and not ${isMachine}::boolean) as is_first
    )
    ${selectFacts(sql`changed`, sql`, first_at, total, is_first`)}
  `.execute(ctx.db);
  return rows[0];
}
