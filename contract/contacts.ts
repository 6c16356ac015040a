import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursorPage, noContent } from './envelopes.ts';
import { clampedInt, contactData, isoDate, MAX_EMAIL_LENGTH, oneOfOr, optionalFlag } from './fields.ts';

export const contact = z.object({
  id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  data: contactData.nullable(),
  projectId: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Contact = z.infer<typeof contact>;

const contactWithMeta = contact.extend({ _meta: z.object({ isNew: z.boolean(), isUpdate: z.boolean() }) });

// The legacy bodies of this family carry one sentence, so the sentence is made for people.
const EMAIL_REQUIRED = 'Email is required';
const namedEmail = z
  .string(EMAIL_REQUIRED)
  .trim()
  .toLowerCase()
  .min(1, EMAIL_REQUIRED)
  .pipe(z.email('Invalid email').max(MAX_EMAIL_LENGTH, `Email must be at most ${MAX_EMAIL_LENGTH} characters`));
const namedSubscribed = z.boolean('subscribed must be a boolean');
const namedData = z.record(z.string(), z.unknown(), 'data must be an object');

const id = z.object({ id: z.string() });

export const listContacts = endpoint({
  method: 'GET',
  path: '/contacts',
  access: 'project',
  tag: 'Contacts',
  summary: 'List contacts, a page at a time',
  request: z.object({
    query: z.object({
      limit: clampedInt(20, { max: 100 }),
      cursor: z.string().optional(),
      search: z.string().optional().describe('Case-insensitive substring of the address'),
      subscribed: optionalFlag,
      sort: oneOfOr(['createdAt', 'email'], 'createdAt'),
      dir: oneOfOr(['desc', 'asc'], 'desc'),
    }),
  }),
  response: cursorPage(contact),
});

export const upsertContact = endpoint({
  method: 'POST',
  path: '/contacts',
  access: 'project',
  tag: 'Contacts',
  summary: 'Create a contact, or update the one with this address',
  legacyErrors: true,
  request: z.object({
    body: z.object(
      {
        email: namedEmail,
        subscribed: namedSubscribed.optional().describe('Default for a new contact: true'),
        data: namedData.nullish(),
      },
      'The body must be a JSON object',
    ),
  }),
  response: contactWithMeta,
  status: (reply) => (reply._meta.isNew ? 201 : 200),
  statuses: [201, 200],
});

export const getContact = endpoint({
  method: 'GET',
  path: '/contacts/:id',
  access: 'project',
  tag: 'Contacts',
  summary: 'Get a contact',
  request: z.object({ params: id }),
  response: contact,
});

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/contacts/:id',
  access: 'project',
  tag: 'Contacts',
  summary: 'Update a contact',
  badRequestErrors: true,
  request: z.object({
    params: id,
    body: z.object(
      {
        email: namedEmail.optional(),
        subscribed: namedSubscribed.optional(),
        data: namedData.nullable().optional().describe('Merged by the write rules; null clears all data'),
      },
      'The body must be a JSON object',
    ),
  }),
  response: contact,
});

export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/contacts/:id',
  access: 'project',
  tag: 'Contacts',
  summary: 'Delete a contact and everything recorded about it',
  request: z.object({ params: id }),
  response: noContent,
  status: 204,
});

export const contactEndpoints = [listContacts, upsertContact, getContact, updateContact, deleteContact];
