import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError } from '../api.ts';
import { problemsOf } from '../form/field-messages.ts';
import { type MailDraft, previewQuery } from './use-preview.ts';

interface Checked {
  client: QueryClient;
  /** What saving it would ask. */
  schema: z.ZodType;
  request: unknown;
  contactId: string | undefined;
}

/** Throws what saving would be refused for. The preview has asked the server about the draft already. */
export async function checkDraft(draft: MailDraft, { client, schema, request, contactId }: Checked): Promise<void> {
  const fields = Object.entries(problemsOf(schema, request)).map(([field, message]) => ({ field, message, code: '' }));
  if (fields[0]) throw new ApiError(fields[0].message, { status: 422, code: 'VALIDATION_ERROR', fields });
  const query = previewQuery(draft, contactId);
  const { problems } = await client.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const [problem] = problems;
  if (problem) throw new ApiError(problem.message, { status: 422, code: 'VALIDATION_ERROR' });
}
