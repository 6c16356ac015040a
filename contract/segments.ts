import { z } from 'zod';
import { contact } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { noContent, offsetPage } from './envelopes.ts';
import { clampedInt, isoDate } from './fields.ts';

const SEGMENT_NAME_LENGTH = 100;
const SEGMENT_DESCRIPTION_LENGTH = 500;
const MAX_MEMBERS_PER_CALL = 500;

const type = z.enum(['DYNAMIC', 'STATIC'], 'type must be DYNAMIC or STATIC');

export const segment = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type,
  condition: z.record(z.string(), z.unknown()).nullable().describe('The condition tree; null for STATIC'),
  trackMembership: z.boolean(),
  memberCount: z.int().describe('Counted at every change of the condition, and every 5 minutes'),
  projectId: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Segment = z.infer<typeof segment>;

// The legacy bodies of this family carry one sentence, so the sentence is made for people.
const NAME_REQUIRED = 'Name is required';
const name = z
  .string(NAME_REQUIRED)
  .trim()
  .min(1, NAME_REQUIRED)
  .max(SEGMENT_NAME_LENGTH, `Name must be at most ${SEGMENT_NAME_LENGTH} characters`);
const description = z
  .string('description must be a string')
  .max(SEGMENT_DESCRIPTION_LENGTH, `Description must be at most ${SEGMENT_DESCRIPTION_LENGTH} characters`)
  .nullable();
const trackMembership = z
  .boolean('trackMembership must be a boolean')
  .describe('Records segment.<slug>.entry and segment.<slug>.exit events');
const NOT_AN_OBJECT = 'The body must be a JSON object';

// Checked by the use-case, since whether it counts depends on the type.
const condition = z
  .unknown()
  .describe(
    'A condition tree, { logic, groups: [{ filters, conditions? }] }, as audienceCondition of a campaign; DYNAMIC only',
  );

const params = z.object({ id: z.string() });

const EMAILS_REQUIRED = 'emails must be a non-empty array';
const emails = z
  .array(z.string('emails must contain strings only'), EMAILS_REQUIRED)
  .min(1, EMAILS_REQUIRED)
  .max(MAX_MEMBERS_PER_CALL, `emails must have at most ${MAX_MEMBERS_PER_CALL} entries`);

export const listSegments = endpoint({
  method: 'GET',
  path: '/segments',
  access: 'project',
  tag: 'Segments',
  summary: 'All segments, newest first',
  request: z.object({}),
  response: z.array(segment),
});

export const createSegment = endpoint({
  method: 'POST',
  path: '/segments',
  access: 'project',
  tag: 'Segments',
  summary: 'Create a segment',
  legacyErrors: true,
  request: z.object({
    body: z.object(
      {
        name,
        description: description.optional(),
        type: type.default('DYNAMIC'),
        condition: condition.optional(),
        trackMembership: trackMembership.default(false),
      },
      NOT_AN_OBJECT,
    ),
  }),
  response: segment,
  status: 201,
});

export const getSegment = endpoint({
  method: 'GET',
  path: '/segments/:id',
  access: 'project',
  tag: 'Segments',
  summary: 'Get a segment',
  request: z.object({ params }),
  response: segment,
});

export const updateSegment = endpoint({
  method: 'PATCH',
  path: '/segments/:id',
  access: 'project',
  tag: 'Segments',
  summary: 'Update a segment; its type stays',
  legacyErrors: true,
  request: z.object({
    params,
    body: z.object(
      {
        name: name.optional(),
        description: description.optional(),
        condition: condition.optional(),
        trackMembership: trackMembership.optional(),
      },
      NOT_AN_OBJECT,
    ),
  }),
  response: segment,
});

export const deleteSegment = endpoint({
  method: 'DELETE',
  path: '/segments/:id',
  access: 'project',
  tag: 'Segments',
  summary: 'Delete a segment that nothing uses',
  request: z.object({ params }),
  response: noContent,
  status: 204,
});

export const listSegmentContacts = endpoint({
  method: 'GET',
  path: '/segments/:id/contacts',
  access: 'project',
  tag: 'Segments',
  summary: 'Members, a page at a time; of a dynamic segment those who match now',
  request: z.object({
    params,
    query: z.object({ page: clampedInt(1), pageSize: clampedInt(20, { max: 100 }) }),
  }),
  response: offsetPage(contact),
});

export const addSegmentMembers = endpoint({
  method: 'POST',
  path: '/segments/:id/members',
  access: 'project',
  tag: 'Segments',
  summary: 'Add contacts to a static segment by address',
  legacyErrors: true,
  request: z.object({
    params,
    body: z.object(
      {
        emails,
        createMissing: z.boolean('createMissing must be a boolean').default(false),
        subscribed: z.boolean('subscribed must be a boolean').default(true).describe('State of created contacts'),
      },
      EMAILS_REQUIRED,
    ),
  }),
  response: z.object({
    added: z.int().describe('Contacts that are members now, those included that were before'),
    created: z.int(),
    notFound: z.array(z.string()).describe('As they were given'),
  }),
});

export const removeSegmentMembers = endpoint({
  method: 'DELETE',
  path: '/segments/:id/members',
  access: 'project',
  tag: 'Segments',
  summary: 'Remove contacts from a static segment by address',
  legacyErrors: true,
  request: z.object({ params, body: z.object({ emails }, EMAILS_REQUIRED) }),
  response: z.object({ removed: z.int() }),
});

export const computeSegment = endpoint({
  method: 'POST',
  path: '/segments/:id/compute',
  access: 'project',
  tag: 'Segments',
  summary: 'Bring the membership of a tracked segment up to date; records entry and exit events',
  request: z.object({ params }),
  response: z.object({ added: z.int(), removed: z.int(), total: z.int() }),
});

export const refreshSegment = endpoint({
  method: 'POST',
  path: '/segments/:id/refresh',
  access: 'project',
  tag: 'Segments',
  summary: 'Count the members again; records no events',
  request: z.object({ params }),
  response: z.object({ memberCount: z.int() }),
});

export const previewSegment = endpoint({
  method: 'POST',
  path: '/segments/preview',
  access: 'project',
  tag: 'Segments',
  summary: 'Who a condition describes now, without saving it: the exact number and ten of them',
  request: z.object({ body: z.object({ condition }, NOT_AN_OBJECT) }),
  response: z.object({ count: z.int(), sample: z.array(z.object({ id: z.string(), email: z.string() })) }),
});

export const segmentEndpoints = [
  previewSegment,
  listSegments,
  createSegment,
  getSegment,
  updateSegment,
  deleteSegment,
  listSegmentContacts,
  addSegmentMembers,
  removeSegmentMembers,
  computeSegment,
  refreshSegment,
];
