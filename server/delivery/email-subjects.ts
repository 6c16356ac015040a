import type { Ctx } from '../platform/context.ts';
import { type CompiledTemplate, compileText, RenderLimitError } from '../templates/language/compile.ts';
import { variablesFor } from './compose-email.ts';
import { type EmailRow, recipientOf } from './email.ts';

/** Rows with their subjects as the recipients read them. What was received is no template, whatever it looks like. */
export function withSubjects(ctx: Ctx, rows: EmailRow[]): EmailRow[] {
  const compiled = new Map<string, CompiledTemplate>();
  return rows.map((row) => {
    if (row.source_type === 'INBOUND' || !/\{[{%]/.test(row.subject)) return row;
    const template = compiled.get(row.content_id) ?? compileText(row.subject);
    compiled.set(row.content_id, template);
    return { ...row, subject: renderedFor(ctx, row, template) };
  });
}

/** A template that breaks the limits on this recipient's data is shown as it was written. */
function renderedFor(ctx: Ctx, row: EmailRow, template: CompiledTemplate): string {
  try {
    return template.render(variablesFor(ctx.config, recipientOf(row)).variables);
  } catch (error) {
    if (!(error instanceof RenderLimitError)) throw error;
    return row.subject;
  }
}
