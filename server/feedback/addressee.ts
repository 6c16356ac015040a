import { sql } from 'kysely';
import { type ContactPage, readContactLink } from '../delivery/links.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';

/** The person whom a link was sent to. */
export interface Addressee {
  ctx: Ctx;
  id: string;
  email: string;
  subscribed: boolean;
  locale: string | null;
  projectName: string;
  projectLanguage: string;
  /** The email with the link, while it exists. */
  emailId: string | null;
}

/** By the token of a link to one of these pages; nobody for any other text, or when the contact is gone. */
export async function findAddressee(ctx: BaseCtx, pages: ContactPage[], token: string): Promise<Addressee | undefined> {
  const ids = pages.map((page) => readContactLink(ctx.config, page, token)).find((found) => found !== undefined);
  if (!ids) return undefined;
  const { rows } = await sql<Omit<Addressee, 'ctx'>>`
    select contacts.id, contacts.email, contacts.subscribed, contacts.data ->> 'locale' as locale,
           projects.name as "projectName", projects.language as "projectLanguage", emails.id as "emailId"
    from contacts
    join projects on projects.id = contacts.project_id
    left join emails on emails.project_id = contacts.project_id and emails.contact_id = contacts.id
      and emails.id = ${ids.emailId ?? null}::uuid
    where contacts.project_id = ${ids.projectId} and contacts.id = ${ids.contactId}
  `.execute(ctx.db);
  return rows[0] && { ...rows[0], ctx: { ...ctx, projectId: ids.projectId } };
}
