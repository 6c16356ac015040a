import { linksFor } from '../delivery/links.ts';
import { stepVariables } from '../delivery/template-variables.ts';
import type { Ctx } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { compileText, RenderLimitError } from '../templates/language/compile.ts';
import type { Traveller } from './steps/step.ts';

/** What the texts of a step may name. */
export function variablesOf(ctx: Ctx, { contact, context, workflow }: Traveller): Record<string, unknown> {
  const links = linksFor(ctx.config, { projectId: ctx.projectId, contactId: contact.id });
  return stepVariables(contact, { event: context, workflow }, links);
}

/** A value with every text in it rendered; compiled once, rendered for each execution. */
export function compileDeep(value: unknown): (variables: Record<string, unknown>) => unknown {
  if (typeof value === 'string') {
    // Line breaks are the text's own here, and none goes into a header of a mail.
    if (!value.includes('{{') && !value.includes('{%')) return () => value;
    const template = compileText(value);
    return (variables) => template.render(variables);
  }
  if (Array.isArray(value)) {
    const parts = value.map(compileDeep);
    return (variables) => parts.map((render) => render(variables));
  }
  if (typeof value !== 'object' || value === null) return () => value;
  const entries = Object.entries(value).map(([key, part]) => [key, compileDeep(part)] as const);
  return (variables) => Object.fromEntries(entries.map(([key, render]) => [key, render(variables)]));
}

/** What one contact's data may spoil must fail for this contact alone: the reason is a value. */
export function attempt<T>(work: () => T): { value: T } | { reason: string } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof AppError || error instanceof RenderLimitError) return { reason: error.message };
    throw error;
  }
}
