import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** Answers the addresses as they were spelled; they are compared as they are stored. */
export async function lookupContacts(ctx: Ctx, emails: string[]): Promise<{ found: string[]; notFound: string[] }> {
  const stored = (email: string): string => email.trim().toLowerCase();
  const rows = await ctx.db
    .selectFrom('contacts')
    .select('email')
    .where('project_id', '=', ctx.projectId)
    .where('email', '=', sql<string>`any(${emails.map(stored)}::text[])`)
    .execute();
  const known = new Set(rows.map(({ email }) => email));
  return {
    found: emails.filter((email) => known.has(stored(email))),
    notFound: emails.filter((email) => !known.has(stored(email))),
  };
}
