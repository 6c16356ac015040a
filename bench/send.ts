import { besideSql } from './tools/beside-sql.ts';

/**
 * POST /v1/send, up to its answer, beside the bare statement that writes the same rows: contact, email and count. What
 * is sent is the same content for everyone, as a template is. `npm run bench send [rounds] [node flags]`
 */
const [rounds = '6', ...nodeFlags] = process.argv.slice(2);
const KNOWN_CONTACTS = 5_000;
const FROM = 'shop@bench.example';
const SUBJECT = 'Your order';
const BODY = `<h1>Hello {{name}}</h1>${'<p>Thank you for your order. We will tell you when it leaves.</p>'.repeat(20)}`;

interface Send {
  to: string;
  from: string;
  subject: string;
  body: string;
  data: Record<string, unknown>;
}

let sequence = 0;

/** One in five goes to a new contact. */
function nextSend(side: string): Send {
  const n = sequence++;
  const who = n % 5 === 0 ? `new${n}` : `known${(n * 7919) % KNOWN_CONTACTS}`;
  return { to: `${who}@${side}.example`, from: FROM, subject: SUBJECT, body: BODY, data: { name: who, order: n } };
}

await besideSql<Send>({
  path: '/v1/send',
  key: 'secretKey',
  next: nextSend,
  prepare: async (client, projectId) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into email_contents (project_id, hash, kind, subject, body, from_email, tracked)
       values ($1, 'x', 'TRANSACTIONAL', $2, $3, $4, true) returning id`,
      [projectId, SUBJECT, BODY, FROM],
    );
    return rows[0]?.id as string;
  },
  statement: `
    with contact as (
      insert into contacts (project_id, email, data) values ($1, $2, $3)
      on conflict (project_id, email) do update
        set data = coalesce(contacts.data, '{}') || excluded.data, updated_at = now()
      returning id
    ), counted as (
      insert into email_counts (project_id, day, source_type, queued, metered)
      values ($1, current_date, 'TRANSACTIONAL', 1, 1)
    )
    insert into emails (project_id, contact_id, content_id, to_email, variables, source_type, due_at)
    select $1, id, $4, $2, $3, 'TRANSACTIONAL', now() from contact
    returning id, contact_id`,
  valuesOf: ({ to, data }, projectId, contentId) => [projectId, to, data, contentId],
  rounds: Number(rounds),
  perRound: 3_000,
  // What is measured is the answer: nobody delivers meanwhile.
  env: { ROLE: 'api', BOOTSTRAP_DOMAINS: 'bench.example' },
  nodeFlags,
});
