import type { z } from 'zod';
import type { previewTemplate, TemplatePreview } from '../../contract/templates.ts';
import { getContact } from '../contacts/contact.ts';
import type { Ctx } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { getProject } from '../projects/project.ts';
import { assertTemplateSyntax, compileHtml, compileText, RenderLimitError } from '../templates/language/compile.ts';
import { renderEmail } from './compose-email.ts';
import { htmlToText } from './html-to-text.ts';

type Draft = z.output<(typeof previewTemplate)['request']>['body'];
type Problem = TemplatePreview['problems'][number];

/** Its links lead nowhere: no contact and no email has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A draft as a contact would read it, by the same code that sends it. */
export async function previewDraft(
  ctx: Ctx,
  { subject, body, type, contactId, data = {} }: Draft,
): Promise<TemplatePreview> {
  const project = await getProject(ctx);
  const contact = contactId
    ? await getContact(ctx, contactId)
    : { id: NOBODY, email: 'someone@example.com', subscribed: true, data: {} };
  const problems = [...problemsIn('subject', subject), ...problemsIn('body', body)];
  try {
    const { subject: rendered, html } = renderEmail(
      ctx.config,
      {
        subject: compileText(subject),
        body: compileHtml(body),
        kind: type,
        projectName: project.name,
        projectLanguage: project.language,
      },
      {
        id: NOBODY,
        project_id: ctx.projectId,
        contact: { id: contact.id, email: contact.email, subscribed: contact.subscribed, data: dataOf(contact) },
        variables: { ...dataOf(contact), ...data },
        to_email: contact.email,
        to_name: null,
        campaign_id: null,
        step_execution_id: null,
      },
    );
    return { subject: rendered, html, text: htmlToText(html), problems };
  } catch (error) {
    if (!(error instanceof RenderLimitError)) throw error;
    return {
      subject,
      html: '',
      text: '',
      problems: [...problems, { field: 'body', line: 1, column: 1, message: error.message }],
    };
  }
}

const dataOf = ({ data }: { data: unknown }) => (data ?? {}) as Record<string, unknown>;

function problemsIn(field: string, source: string): Problem[] {
  try {
    assertTemplateSyntax(field, source);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { line, column } = error.extras.details as { line: number; column: number };
    return [{ field, line, column, message: error.message }];
  }
}
