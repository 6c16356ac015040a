import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { wrapped } from './envelopes.ts';
import { contactData, email, isoDate, uuid } from './fields.ts';

const NO_LINE_BREAK = /^[^\r\n]*$/;
const oneLine = (max: number) => z.string().max(max).regex(NO_LINE_BREAK, 'Must not contain line breaks');

const personName = z.string().regex(NO_LINE_BREAK, 'Must not contain line breaks').optional();
const person = z.union([email, z.object({ name: personName, email })]);
const recipients = z.union([person, z.array(person).min(1)]);

const attachment = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\r\n"]*$/, 'Must not contain line breaks or double quotes'),
    content: z.string().min(1).describe('base64'),
    contentType: z.string().min(1).max(255).regex(NO_LINE_BREAK, 'Must not contain line breaks'),
    contentId: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^<>\r\n]*$/, 'Must not contain angle brackets or line breaks')
      .optional(),
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
  })
  .refine(({ disposition, contentId }) => disposition !== 'inline' || contentId, {
    error: 'contentId is required for inline attachments',
    path: ['contentId'],
  });

const headers = z.record(
  z.string().min(1, 'Header names must not be empty').regex(NO_LINE_BREAK, 'Header names must not contain line breaks'),
  oneLine(998),
);

const body = z
  .object({
    to: recipients,
    subject: oneLine(998).min(1).optional(),
    body: z.string().min(1).optional().describe('HTML'),
    template: uuid.optional(),
    from: person.optional(),
    name: z.string().optional().meta({ deprecated: true, description: 'Use from: { name, email }' }),
    subscribed: z.boolean().optional(),
    data: contactData.nullish(),
    headers: headers.optional().describe('Custom headers; their values may hold variables'),
    reply: email.optional(),
    attachments: z.array(attachment).optional(),
    tracking: z.boolean().optional().describe('Overrides the tracking setting of the project for this send'),
  })
  .refine(({ template, subject, body }) => template !== undefined || (subject !== undefined && body !== undefined), {
    error: 'Either template, or both subject and body are required',
    path: ['template'],
  });

export type SendRequest = z.output<typeof body>;

export const sendEmail = endpoint({
  method: 'POST',
  path: '/v1/send',
  access: 'secretKey',
  tag: 'Public API',
  summary: 'Send an email to one or more recipients',
  idempotent: true,
  request: z.object({ body }),
  response: wrapped(
    z.object({
      emails: z.array(z.object({ contact: z.object({ id: z.string(), email: z.string() }), email: z.string() })),
      timestamp: isoDate,
    }),
  ),
});

export const sendEndpoints = [sendEmail];
