import { besideSql } from './tools/beside-sql.ts';

/** POST /v1/track beside the bare statement: contact and event. `npm run bench track [rounds] [node flags]` */
const [rounds = '10', ...nodeFlags] = process.argv.slice(2);
const KNOWN_CONTACTS = 5_000;

interface Track {
  email: string;
  event: string;
  data: Record<string, unknown>;
}

let sequence = 0;

/** One in five is of a new contact, and one in two of the others changes the contact's data. */
function nextTrack(side: string): Track {
  const n = sequence++;
  if (n % 5 === 0) return { email: `new${n}@${side}.example`, event: 'signed_up', data: { plan: 'free', n } };
  const known = (n * 7919) % KNOWN_CONTACTS;
  const data = n % 2 === 0 ? { plan: 'pro', n } : { plan: 'pro' };
  return { email: `known${known}@${side}.example`, event: 'page_viewed', data };
}

await besideSql<Track>({
  path: '/v1/track',
  key: 'publicKey',
  next: nextTrack,
  statement: `
    with contact as (
      insert into contacts (project_id, email, data) values ($1, $2, $3)
      on conflict (project_id, email) do update
        set data = coalesce(contacts.data, '{}') || excluded.data, updated_at = now()
      returning id
    )
    insert into events (project_id, name, data, contact_id) select $1, $4, $3, id from contact
    returning id, contact_id, created_at`,
  valuesOf: ({ email, event, data }, projectId) => [projectId, email, data, event],
  minRatio: 0.6,
  rounds: Number(rounds),
  perRound: 10_000,
  nodeFlags,
});
