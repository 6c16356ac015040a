import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { noContent, offsetPage } from './envelopes.ts';
import { clampedInt, isoDate, MAX_EMAIL_LENGTH, oneOfOr } from './fields.ts';

const TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
const templateType = z.enum(TYPES, `Type must be one of ${TYPES.join(', ')}`);

const template = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  type: templateType,
  projectId: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Template = z.infer<typeof template>;

// The legacy bodies of this family carry one sentence, so the sentence is made for people.
const required = (message: string) => z.string(message).regex(/\S/, { error: message, abort: true });
const address = (name: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(
      z
        .email(`${name} must be an email address`)
        .max(MAX_EMAIL_LENGTH, `${name} may have ${MAX_EMAIL_LENGTH} characters`),
    );
/** Null and blank text both clear. */
const clearable = (name: string) =>
  z
    .string(`${name} must be text`)
    .nullable()
    .transform((text) => text?.trim() || null);
const text = (name: string, max: number) => clearable(name).pipe(z.string().max(max, tooLong(name, max)).nullable());
const tooLong = (name: string, max: number) => `${name} may have ${max} characters`;

const fields = {
  name: required('Name is required').max(1_000, tooLong('Name', 1_000)),
  subject: required('Subject is required').describe('May contain {{variables}} and Liquid'),
  body: required('Body is required').describe('HTML; may contain {{variables}} and Liquid; at most 2 MB'),
  from: required('From address is required').pipe(address('From')).describe('Its domain must be verified'),
  type: templateType,
  description: text('Description', 10_000).optional().describe('Internal note, never sent'),
  fromName: text('From name', 1_000).optional(),
  replyTo: clearable('Reply-to').pipe(address('Reply-to').nullable()).optional(),
};

const NOT_AN_OBJECT = 'The body must be a JSON object';
const params = z.object({ id: z.string() });
const about = { access: 'project', tag: 'Templates' } as const;

export const listTemplates = endpoint({
  ...about,
  method: 'GET',
  path: '/templates',
  summary: 'List templates',
  request: z.object({
    query: z.object({
      page: clampedInt(1),
      pageSize: clampedInt(20, { max: 100 }),
      type: z
        .string()
        .optional()
        .transform((text) => TYPES.find((type) => type === text))
        .meta({ enum: [...TYPES], description: 'Any other value counts as not given' }),
      search: z.string().optional().describe('Case-insensitive part of name, description or subject'),
      sort: oneOfOr(['createdAt', 'name', 'updatedAt'], 'createdAt'),
      dir: oneOfOr(['desc', 'asc'], 'desc'),
    }),
  }),
  response: offsetPage(template),
});

export const createTemplate = endpoint({
  ...about,
  method: 'POST',
  path: '/templates',
  summary: 'Create a template',
  legacyErrors: true,
  request: z.object({ body: z.object({ ...fields, type: templateType.default('MARKETING') }, NOT_AN_OBJECT) }),
  response: template,
  status: 201,
});

export const getTemplate = endpoint({
  ...about,
  method: 'GET',
  path: '/templates/:id',
  summary: 'Get a template',
  request: z.object({ params }),
  response: template,
});

export const updateTemplate = endpoint({
  ...about,
  method: 'PATCH',
  path: '/templates/:id',
  summary: 'Update a template; what is left out stays, null or empty text clears what is optional',
  request: z.object({ params, body: z.object(fields).partial() }),
  response: template,
});

export const deleteTemplate = endpoint({
  ...about,
  method: 'DELETE',
  path: '/templates/:id',
  summary: 'Delete a template; emails sent with it stay',
  request: z.object({ params }),
  response: noContent,
  status: 204,
});

export const duplicateTemplate = endpoint({
  ...about,
  method: 'POST',
  path: '/templates/:id/duplicate',
  summary: 'Copy a template',
  request: z.object({ params }),
  response: template,
  status: 201,
});

const MAX_BULK_IDS = 1_000;

export const bulkUpdateTemplates = endpoint({
  ...about,
  method: 'POST',
  path: '/templates/bulk-update',
  summary: 'Delete several templates; unknown ids are passed over',
  request: z.object({
    body: z.object({ ids: z.array(z.string()).min(1).max(MAX_BULK_IDS), delete: z.literal(true) }),
  }),
  response: z.object({ deleted: z.int() }),
});

const step = z.object({ id: z.string(), name: z.string(), workflowId: z.string(), workflowName: z.string() });

export const templateUsage = endpoint({
  ...about,
  method: 'GET',
  path: '/templates/:id/usage',
  summary: 'Where a template is used',
  request: z.object({ params }),
  response: z.object({
    workflowSteps: z.int(),
    emailsSent: z.int().describe('Sent with this template, or on their way'),
    campaigns: z.int().describe('Always 0: a campaign has its own content'),
    references: z.object({
      campaigns: z.array(z.object({ id: z.string(), name: z.string() })),
      workflowSteps: z.array(step),
    }),
  }),
});

const problem = z.object({ field: z.string(), line: z.int(), column: z.int(), message: z.string() });

export const previewTemplate = endpoint({
  ...about,
  method: 'POST',
  path: '/templates/preview',
  summary: 'A draft as one contact would read it; nothing is saved or sent',
  request: z.object({
    body: z.object({
      subject: z.string(),
      body: z.string(),
      type: templateType.default('MARKETING').describe('MARKETING gets the unsubscribe footer'),
      contactId: z.string().optional(),
      data: z.record(z.string(), z.unknown()).optional().describe('Variables beside the data of the contact'),
    }),
  }),
  response: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    problems: z.array(problem).describe('Why it could not be saved as it is'),
  }),
});
export type TemplatePreview = z.infer<(typeof previewTemplate)['response']>;

export const templateEndpoints = [
  previewTemplate,
  listTemplates,
  createTemplate,
  bulkUpdateTemplates,
  getTemplate,
  updateTemplate,
  deleteTemplate,
  duplicateTemplate,
  templateUsage,
];
