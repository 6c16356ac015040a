import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursorPage, noContent } from './envelopes.ts';
import { clampedInt, isoDate } from './fields.ts';

const capturedMessage = z.object({
  id: z.string().describe('Id of the email'),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  size: z.int().describe('Bytes'),
  createdAt: isoDate,
});

const capturedDetail = capturedMessage.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  source: z.string().describe('The message as it would have left, base64'),
  attachments: z.array(
    z.object({
      filename: z.string().nullable(),
      contentType: z.string(),
      disposition: z.string().nullable(),
      contentId: z.string().nullable(),
      size: z.int(),
      content: z.string().describe('base64'),
    }),
  ),
});

export const listInbox = endpoint({
  method: 'GET',
  path: '/inbox',
  access: 'project',
  tag: 'Inbox',
  summary: 'Messages that the capture transport kept instead of sending, newest first',
  request: z.object({ query: z.object({ limit: clampedInt(50, { max: 100 }), cursor: z.string().optional() }) }),
  response: cursorPage(capturedMessage),
});

export const getCaptured = endpoint({
  method: 'GET',
  path: '/inbox/:id',
  access: 'project',
  tag: 'Inbox',
  summary: 'One captured message: HTML, text, headers, source, attachments',
  request: z.object({ params: z.object({ id: z.string() }) }),
  response: capturedDetail,
});

export const emptyInbox = endpoint({
  method: 'DELETE',
  path: '/inbox',
  access: 'project',
  tag: 'Inbox',
  summary: 'Delete every captured message; the ledger stays',
  request: z.object({}),
  response: noContent,
  status: 204,
});

export const inboxEndpoints = [listInbox, getCaptured, emptyInbox];
