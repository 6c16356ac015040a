import type { Ctx } from '../platform/context.ts';
import { checkedCondition } from './checked-condition.ts';
import { countOf, matchingContacts } from './matching-contacts.ts';

const SAMPLE = 10;

/** Who a condition describes at this moment: how many, and the newest few of them. */
export async function previewCondition(ctx: Ctx, given: unknown) {
  const contacts = await matchingContacts(ctx, await checkedCondition(ctx, given));
  const [count, sample] = await Promise.all([
    countOf(contacts),
    contacts
      .select(['contacts.id', 'contacts.email'])
      .orderBy('contacts.created_at', 'desc')
      .orderBy('contacts.id', 'desc')
      .limit(SAMPLE)
      .execute(),
  ]);
  return { count, sample };
}
