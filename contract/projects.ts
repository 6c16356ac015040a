import { z } from 'zod';
import { endpoint, ROLES } from './endpoint.ts';
import { wrapped } from './envelopes.ts';
import { isoDate } from './fields.ts';

const role = z.enum(ROLES);

export const project = z.object({
  id: z.string(),
  name: z.string(),
  public: z.string().describe('Public key'),
  secret: z.string().describe('Secret key'),
  publicLastUsedAt: isoDate.nullable().describe('When the public key was last used, to the minute'),
  secretLastUsedAt: isoDate.nullable().describe('When the secret key was last used, to the minute'),
  disabled: z.boolean(),
  disabledReason: z
    .enum(['PAYMENT_FAILED', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'CARD_VERIFICATION_FAILED', 'MANUAL', 'RESET'])
    .nullable(),
  customer: z.string().nullable(),
  subscription: z.string().nullable(),
  billingLimitWorkflows: z.int().nullable(),
  billingLimitCampaigns: z.int().nullable(),
  billingLimitTransactional: z.int().nullable(),
  billingLimitInbound: z.int().nullable(),
  tracking: z.enum(['ENABLED', 'DISABLED', 'MARKETING_ONLY']),
  language: z.string(),
  role: role.describe('What the caller is in this project'),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Project = z.infer<typeof project>;

// Names are shown to other people, in mails too: nothing in them may be invisible or change the direction of text.
const projectName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(name), 'Must not contain invisible characters');

// Any version and variant: an id that could exist is answered 404, not 422.
export const projectParams = z.object({ id: z.guid('Invalid uuid') });
const message = z.object({ success: z.literal(true), message: z.string() });

export const listProjects = endpoint({
  method: 'GET',
  path: '/users/@me/projects',
  access: 'session',
  tag: 'Projects',
  summary: 'List your projects, with their keys',
  request: z.object({}),
  response: z.array(project),
});

export const createProject = endpoint({
  method: 'POST',
  path: '/users/@me/projects',
  access: 'session',
  tag: 'Projects',
  summary: 'Create a project; you become its owner',
  request: z.object({ body: z.object({ name: projectName }) }),
  response: project,
  status: 201,
});

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/users/@me/projects/:id',
  access: 'member',
  role: 'ADMIN',
  worksWhenDisabled: true,
  tag: 'Projects',
  summary: 'Change name, tracking or language',
  request: z.object({
    params: projectParams,
    body: z.object({
      name: projectName.optional(),
      tracking: z.enum(['ENABLED', 'DISABLED', 'MARKETING_ONLY']).optional(),
      language: z
        .string()
        .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'Must be a language such as en or pt-BR')
        .optional(),
    }),
  }),
  response: project,
});

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/users/@me/projects/:id',
  access: 'member',
  role: 'ADMIN',
  tag: 'Projects',
  summary: 'Delete the project and everything in it',
  request: z.object({ params: projectParams }),
  response: message,
});

export const regenerateKeys = endpoint({
  method: 'POST',
  path: '/users/@me/projects/:id/regenerate-keys',
  access: 'member',
  role: 'ADMIN',
  worksWhenDisabled: true,
  tag: 'Projects',
  summary: 'Replace both API keys; the old ones stop working at once',
  request: z.object({ params: projectParams }),
  response: project.pick({
    id: true,
    name: true,
    public: true,
    secret: true,
    createdAt: true,
    updatedAt: true,
    disabled: true,
    customer: true,
    subscription: true,
  }),
});

export const resetProject = endpoint({
  method: 'POST',
  path: '/users/@me/projects/:id/reset',
  access: 'member',
  role: 'ADMIN',
  tag: 'Projects',
  summary: 'Delete all data of the project; keys, members, domains and billing stay',
  request: z.object({ params: projectParams }),
  response: message,
});

export const setupState = endpoint({
  method: 'GET',
  path: '/projects/:id/setup-state',
  access: 'project',
  tag: 'Projects',
  summary: 'What has been set up so far',
  request: z.object({ params: projectParams }),
  response: wrapped(
    z.object({
      hasSubscription: z.boolean(),
      hasVerifiedDomain: z.boolean(),
      contactCount: z.int(),
      lastCampaignSentAt: isoDate.nullable(),
      hasEnabledWorkflow: z.boolean(),
    }),
  ),
});
export type SetupState = z.infer<(typeof setupState)['response']>['data'];

export const projectEndpoints = [
  listProjects,
  createProject,
  updateProject,
  deleteProject,
  regenerateKeys,
  resetProject,
  setupState,
];
