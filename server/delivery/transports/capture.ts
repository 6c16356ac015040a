import type { Kysely } from 'kysely';
import { coalesce } from '../../platform/coalesce.ts';
import type { DB } from '../../platform/db/tables.ts';
import { isPassingTrouble, isRefusedValue } from '../../platform/db/violations.ts';
import type { Outcome, OutgoingMessage, Transport } from './transport.ts';

const MAX_BATCH = 100;

/** Sends nothing: keeps the finished message for the built-in inbox. */
export function createCaptureTransport(db: Kysely<DB>): Transport {
  const keep = coalesce<OutgoingMessage, undefined>((messages) => keepAll(db, messages), { maxBatch: MAX_BATCH });
  const underWay = new Set<Promise<Outcome>>();
  return {
    name: 'capture',
    capacity: MAX_BATCH,
    send: (message) => {
      const keeping = keep(message).then<Outcome, Outcome>(
        () => ({ result: 'accepted', response: 'Kept in the inbox' }),
        judgeDatabaseError,
      );
      underWay.add(keeping);
      return keeping.finally(() => underWay.delete(keeping));
    },
    close: async () => {
      await Promise.allSettled(underWay);
    },
  };
}

/** Keeping a message twice is harmless, so a lost connection to the database is no reason for doubt. */
function judgeDatabaseError(error: Error): Outcome {
  if (isPassingTrouble(error)) return { result: 'retryLater', reason: error.message, transportDown: true };
  if (!isRefusedValue(error)) throw error;
  return { result: 'rejected', code: '550', reason: 'The email no longer exists', badAddress: false };
}

async function keepAll(db: Kysely<DB>, messages: OutgoingMessage[]): Promise<undefined[]> {
  await db
    .insertInto('captured_messages')
    .values(
      messages.map(({ projectId, emailId, envelopeFrom, envelopeTo, raw }) => ({
        project_id: projectId,
        email_id: emailId,
        envelope_from: envelopeFrom,
        envelope_to: envelopeTo,
        raw,
      })),
    )
    // The same email sent again, after a crash: the message of the last attempt counts.
    .onConflict((oc) =>
      oc.columns(['project_id', 'email_id']).doUpdateSet((eb) => ({
        envelope_from: eb.ref('excluded.envelope_from'),
        envelope_to: eb.ref('excluded.envelope_to'),
        raw: eb.ref('excluded.raw'),
      })),
    )
    .execute();
  return messages.map(() => undefined);
}
