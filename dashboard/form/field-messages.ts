import type { z } from 'zod';
import '../../contract/issue-messages.ts';
import type { FieldError } from '../../contract/envelopes.ts';

/** Path of a field in the body → what is wrong with it. */
export type FieldMessages = Record<string, string>;

/** What the endpoint's own schema says about a call that is about to be made. */
export function problemsOf(schema: z.ZodType, request: unknown): FieldMessages {
  const result = schema.safeParse(request);
  if (result.success) return {};
  // The first segment is params, query or body: the person never wrote it.
  return firstOf(result.error.issues.map(({ path, message }) => [path.slice(1).map(String).join('.'), plain(message)]));
}

export const messagesOf = (fields: readonly FieldError[]): FieldMessages =>
  firstOf(fields.map(({ field, message }) => [field, plain(message)]));

const LENGTH = /^String must contain at (least|most) (\d+) character\(s\)$/;

/** The API speaks of strings for the sake of its older clients; people write words. */
function plain(message: string): string {
  const [, bound, count] = LENGTH.exec(message) ?? [];
  if (!bound) return message;
  return bound === 'least' && count === '1' ? 'Required' : `At ${bound} ${count} characters`;
}

function firstOf(entries: [string, string][]): FieldMessages {
  return Object.fromEntries(entries.toReversed());
}
