import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursorPage, noContent } from './envelopes.ts';
import { clampedInt, email, isoDate } from './fields.ts';

export const suppression = z.object({
  email: z.string(),
  reason: z.enum(['BOUNCE', 'COMPLAINT', 'MANUAL']),
  detail: z.string().nullable().describe('What the other server said'),
  createdAt: isoDate,
});
export type Suppression = z.infer<typeof suppression>;

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/suppressions',
  access: 'project',
  tag: 'Suppressions',
  summary: 'Addresses that get no mail, newest first',
  request: z.object({
    query: z.object({
      limit: clampedInt(20, { max: 100 }),
      cursor: z.string().optional(),
      search: z.string().optional().describe('Case-insensitive substring of the address'),
    }),
  }),
  response: cursorPage(suppression),
});

export const addSuppression = endpoint({
  method: 'POST',
  path: '/suppressions',
  access: 'project',
  tag: 'Suppressions',
  summary: 'Stop all mail to an address',
  request: z.object({ body: z.object({ email }) }),
  response: suppression.extend({ _meta: z.object({ isNew: z.boolean() }) }),
  status: (reply) => (reply._meta.isNew ? 201 : 200),
  statuses: [201, 200],
});

export const removeSuppression = endpoint({
  method: 'DELETE',
  path: '/suppressions/:email',
  access: 'project',
  tag: 'Suppressions',
  summary: 'Allow mail to an address again',
  request: z.object({ params: z.object({ email: z.string() }) }),
  response: noContent,
  status: 204,
});

export const suppressionEndpoints = [listSuppressions, addSuppression, removeSuppression];
