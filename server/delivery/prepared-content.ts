import { type Selectable, sql } from 'kysely';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { EmailContents } from '../platform/db/tables.ts';
import { type CompiledTemplate, compileHtml, compileText } from '../templates/language/compile.ts';
import { prepareMime } from './build-mime.ts';
import type { Attachment, EmailKind } from './email-content.ts';
import { WeightedCache } from './weighted-cache.ts';

/** Everything about a content that is the same for every recipient, worked out once. */
export interface PreparedContent {
  id: string;
  projectId: string;
  projectName: string;
  projectLanguage: string;
  kind: EmailKind;
  fromEmail: string;
  fromName: string;
  tracked: boolean;
  subject: CompiledTemplate;
  body: CompiledTemplate;
  /** Those with placeholders; the others are in the mime. */
  headers: { name: string; value: CompiledTemplate }[];
  mime: ReturnType<typeof prepareMime>;
  resendUnknown: boolean;
}

interface ContentKey {
  project_id: string;
  content_id: string;
}

type ContentRow = Selectable<EmailContents> & { project_name: string; language: string; resend_unknown: boolean };

const MAX_BYTES = 128 * 1024 * 1024;

/** Contents never change; the age limit only lets a renamed project through. */
export function contentLoader() {
  const cache = new WeightedCache<PreparedContent>({ maxWeight: MAX_BYTES, maxAgeMs: minutes(1) });
  return async (ctx: BaseCtx, keys: ContentKey[]): Promise<Map<string, PreparedContent>> => {
    const wanted = new Map<string, PreparedContent>();
    const missing = new Map<string, ContentKey>();
    for (const key of keys) {
      const hit = wanted.get(key.content_id) ?? cache.get(key.content_id);
      if (hit) wanted.set(key.content_id, hit);
      else missing.set(key.content_id, key);
    }
    for (const { prepared, weight } of await load(ctx, [...missing.values()])) {
      wanted.set(prepared.id, prepared);
      cache.set(prepared.id, prepared, weight);
    }
    return wanted;
  };
}

async function load(ctx: BaseCtx, keys: ContentKey[]) {
  if (keys.length === 0) return [];
  const named = sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (project_id uuid, content_id uuid)`;
  const { rows: contents } = await sql<ContentRow>`
    select email_contents.*, projects.name as project_name, projects.language, projects.resend_unknown
    from ${named}
    join email_contents on email_contents.project_id = wanted.project_id and email_contents.id = wanted.content_id
    join projects on projects.id = wanted.project_id
  `.execute(ctx.db);
  const { rows: attachments } = await sql<Attachment & { contentId: string }>`
    select email_attachments.content_id as "contentId", filename, content_type as "contentType",
           content_id_header as "contentIdHeader", disposition, content
    from ${named} join email_attachments using (project_id, content_id)
    order by email_attachments.content_id, position
  `.execute(ctx.db);
  const byContent = Map.groupBy(attachments, ({ contentId }) => contentId);
  return contents.map((row) => prepare(row, byContent.get(row.id) ?? []));
}

function prepare(row: ContentRow, attachments: Attachment[]): { prepared: PreparedContent; weight: number } {
  const fromName = row.from_name ?? row.project_name;
  const headers = row.headers as Record<string, string>;
  const { filled = [], plain = [] } = Object.groupBy(Object.entries(headers), ([, value]) =>
    PLACEHOLDER.test(value) ? 'filled' : 'plain',
  );
  const prepared: PreparedContent = {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    projectLanguage: row.language,
    kind: row.kind as EmailKind,
    fromEmail: row.from_email,
    fromName,
    tracked: row.tracked,
    subject: compileText(row.subject),
    body: compileHtml(row.body),
    headers: filled.map(([name, value]) => ({ name, value: compileText(value) })),
    mime: prepareMime({
      from: { name: fromName, email: row.from_email },
      replyTo: row.reply_to ?? (namesReplyTo(headers) ? undefined : row.from_email),
      headers: Object.fromEntries(plain),
      attachments: attachments.map((each) => ({ ...each, contentIdHeader: each.contentIdHeader ?? undefined })),
    }),
    resendUnknown: row.resend_unknown,
  };
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, row.body.length + row.subject.length);
  // Compiled templates and encoded attachments are a few times the size of their source.
  return { prepared, weight: bytes * 3 };
}

const PLACEHOLDER = /\{[{%]/;

/** Only what the caller said goes before a header of the caller's; the sender's address is but our guess. */
const namesReplyTo = (headers: Record<string, string>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'reply-to');
