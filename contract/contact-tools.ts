import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { clampedInt, isoDate, optionalFlag } from './fields.ts';

export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
const MAX_LOOKUP = 500;
const MAX_BULK = 1000;

const about = { access: 'project', tag: 'Contacts', legacyErrors: true } as const;
const NOT_AN_OBJECT = 'The body must be a JSON object';

/** One sentence whatever is wrong with the list: it is all that a flat error says. */
const listOf = (name: string, max: number) => {
  const rule = `${name} must be a non-empty array of at most ${max} strings`;
  return z.array(z.string(rule), rule).min(1, rule).max(max, rule);
};

export const lookupContacts = endpoint({
  ...about,
  method: 'POST',
  path: '/contacts/lookup',
  summary: 'Which of these addresses are contacts',
  request: z.object({ body: z.object({ emails: listOf('emails', MAX_LOOKUP) }, NOT_AN_OBJECT) }),
  response: z.object({ found: z.array(z.string()), notFound: z.array(z.string()) }),
});

export const listFields = endpoint({
  ...about,
  method: 'GET',
  path: '/contacts/fields',
  summary: 'Standard and custom fields with their types and coverage',
  request: z.object({}),
  response: z.object({
    fields: z.array(
      z.object({
        field: z.string(),
        type: z.enum(['string', 'number', 'boolean', 'date']),
        coverage: z.int().describe('Per cent of the contacts that have a value'),
        isCustom: z.boolean(),
      }),
    ),
    count: z.int(),
  }),
});

const fieldParams = z.object({
  field: z.string().describe('data.<key>, or the key alone; or a standard field: email, subscribed, …'),
});
const reference = z.object({ id: z.string(), name: z.string() });

export const listFieldValues = endpoint({
  ...about,
  method: 'GET',
  path: '/contacts/fields/:field/values',
  summary: 'Distinct values of a field',
  request: z.object({ params: fieldParams, query: z.object({ limit: clampedInt(100, { max: 200 }) }) }),
  response: z.object({ field: z.string(), values: z.array(z.unknown()), count: z.int(), limit: z.int() }),
});

export const fieldUsage = endpoint({
  ...about,
  method: 'GET',
  path: '/contacts/fields/:field/usage',
  summary: 'Where a field is used',
  request: z.object({ params: fieldParams }),
  response: z.object({
    usedInSegments: z.array(reference),
    usedInCampaigns: z.array(reference),
    usedInWorkflows: z.array(reference),
    contactCount: z.int(),
    canDelete: z.boolean(),
  }),
});

export const deleteField = endpoint({
  ...about,
  method: 'DELETE',
  path: '/contacts/fields/:field',
  summary: 'Delete a custom field of every contact, unless it is used',
  request: z.object({ params: fieldParams }),
  response: z.object({ deletedFrom: z.int() }),
});

const CSV_REQUIRED = 'CSV file is required';
const isCsv = (file: File): boolean => file.type.split(';', 1)[0] === 'text/csv' || /\.csv$/i.test(file.name);

const queued = z.object({ message: z.string(), jobId: z.string(), status: z.literal('queued') });

export const importContacts = endpoint({
  ...about,
  method: 'POST',
  path: '/contacts/import',
  summary: 'Import contacts from a CSV file with a header row and an email column',
  upload: { maxFileBytes: MAX_IMPORT_BYTES },
  request: z.object({
    body: z.object(
      {
        file: z
          .file(CSV_REQUIRED)
          .max(MAX_IMPORT_BYTES, 'The file is too large: at most 5 MB')
          .refine(isCsv, 'The file must be a CSV file'),
      },
      CSV_REQUIRED,
    ),
  }),
  response: queued,
  status: 202,
});

const jobParams = z.object({ jobId: z.string() });
const jobState = z.enum(['waiting', 'active', 'completed', 'failed']);

const job = z.object({
  id: z.string(),
  jobId: z.string(),
  state: jobState,
  status: jobState,
  progress: z.int().min(0).max(100),
  failedReason: z.string().nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});

const rowError = z.object({ row: z.int(), email: z.string(), error: z.string(), reason: z.string() });
export type RowError = z.infer<typeof rowError>;

const importResult = z.object({
  totalRows: z.int(),
  successCount: z.int(),
  createdCount: z.int(),
  updatedCount: z.int(),
  failureCount: z.int(),
  errors: z.array(rowError).describe('The first thousand'),
});
export type ImportResult = z.infer<typeof importResult>;

export const importJob = job.extend({
  data: z.object({ projectId: z.string(), filename: z.string() }),
  result: importResult.nullable(),
  totalRows: z.int().optional(),
  imported: z.int().optional(),
  updated: z.int().optional(),
  skipped: z.int().optional(),
  errors: z.array(rowError).optional(),
});

export const getImportJob = endpoint({
  ...about,
  method: 'GET',
  path: '/contacts/import/:jobId',
  summary: 'How far an import has come; what came of it',
  request: z.object({ params: jobParams }),
  response: importJob,
});

const bulkBody = z.object(
  {
    mode: z.literal('ids', 'mode must be "ids"').optional(),
    contactIds: listOf('contactIds', MAX_BULK),
  },
  NOT_AN_OBJECT,
);

const bulk = <const Verb extends string>(verb: Verb) =>
  endpoint({
    ...about,
    method: 'POST',
    path: `/contacts/bulk-${verb}`,
    summary: `Queue a change of many contacts: ${verb}`,
    request: z.object({ body: bulkBody }),
    response: queued,
    status: 202,
  });

export const bulkSubscribe = bulk('subscribe');
export const bulkUnsubscribe = bulk('unsubscribe');
export const bulkDelete = bulk('delete');

const bulkOperation = z.enum(['subscribe', 'unsubscribe', 'delete']);
export type BulkOperation = z.infer<typeof bulkOperation>;

const bulkResult = z.object({
  operation: bulkOperation,
  totalRequested: z.int(),
  successCount: z.int(),
  unchangedCount: z.int(),
  failureCount: z.int(),
  errors: z.array(z.object({ contactId: z.string(), email: z.string().nullable(), error: z.string() })),
});
export type BulkResult = z.infer<typeof bulkResult>;

const bulkJob = job.extend({
  data: z.object({ projectId: z.string(), operation: bulkOperation }),
  result: bulkResult.nullable(),
});

export const getBulkJob = endpoint({
  ...about,
  method: 'GET',
  path: '/contacts/bulk/:jobId',
  summary: 'How far a bulk change has come; what came of it',
  request: z.object({ params: jobParams }),
  response: bulkJob,
});

export const exportContacts = endpoint({
  ...about,
  method: 'GET',
  path: '/contacts/export',
  summary: 'Contacts as CSV, one column for each key of their data',
  replyType: 'text/csv',
  request: z.object({
    query: z.object({
      search: z.string().optional().describe('Case-insensitive substring of the address'),
      subscribed: optionalFlag,
    }),
  }),
  response: z.string(),
});

export const contactToolEndpoints = [
  lookupContacts,
  listFields,
  listFieldValues,
  fieldUsage,
  deleteField,
  importContacts,
  getImportJob,
  bulkSubscribe,
  bulkUnsubscribe,
  bulkDelete,
  getBulkJob,
  exportContacts,
];
