import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { noContent, offsetPage } from './envelopes.ts';
import { clampedInt, isoDate, oneOfOr } from './fields.ts';
import { MAX_EVENT_NAME_LENGTH } from './track.ts';
import { STEP_TYPES } from './workflow-steps.ts';

export const TRIGGER_TYPES = ['EVENT', 'MANUAL', 'SCHEDULE'] as const;
const anyObject = z.record(z.string(), z.unknown());

export const workflow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  triggerType: z.enum(TRIGGER_TYPES),
  triggerConfig: anyObject
    .nullable()
    .describe('{eventName}, or {schedule: <cron>, timezone?, segmentId?} of a SCHEDULE'),
  allowReentry: z.boolean(),
  nextRunAt: isoDate.nullable().describe('Of an enabled SCHEDULE'),
  projectId: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Workflow = z.infer<typeof workflow>;

export const transition = z.object({
  id: z.string(),
  fromStepId: z.string(),
  toStepId: z.string(),
  branch: z.string().nullable(),
  condition: z.object({ branch: z.string() }).nullable(),
  waitOutcome: z.enum(['EVENT', 'TIMEOUT']).nullable(),
  priority: z.int(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Transition = z.infer<typeof transition>;

export const step = z.object({
  id: z.string(),
  workflowId: z.string(),
  type: z.enum(STEP_TYPES),
  name: z.string(),
  position: anyObject,
  config: anyObject,
  templateId: z.string().nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Step = z.infer<typeof step>;

export const EXECUTION_STATUSES = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
export const executionStatus = z.enum(EXECUTION_STATUSES);
export type ExecutionStatus = z.infer<typeof executionStatus>;

const PROBLEM_CODES = [
  'INVALID_CONFIG',
  'MISSING_TEMPLATE',
  'MISSING_SEGMENT',
  'MISSING_BRANCH',
  'UNKNOWN_BRANCH',
  'NO_TIMEOUT',
  'NO_STEPS',
  'UNREACHABLE',
  'CYCLE',
  'INVALID_TRIGGER',
] as const;
const problem = z.object({
  code: z.enum(PROBLEM_CODES),
  severity: z.enum(['error', 'warning']).describe('error: an execution that comes here fails, or none ever starts'),
  stepId: z.string().nullable(),
  message: z.string(),
});
export type Problem = z.infer<typeof problem>;

const stepInGraph = step.extend({
  template: z.object({ id: z.string(), name: z.string() }).nullable(),
  outgoingTransitions: z.array(transition),
  incomingTransitions: z.array(transition),
  counts: z.object({
    active: z.int().describe('Executions that are at the step now'),
    passed: z.int(),
    failed: z.int(),
  }),
});
const workflowDetail = workflow.extend({
  steps: z.array(stepInGraph),
  transitions: z.array(transition),
  problems: z.array(problem).describe('What would go wrong; nothing of it forbids saving or enabling'),
  executionCounts: z.record(executionStatus, z.int()),
});
export type WorkflowDetail = z.infer<typeof workflowDetail>;

// The legacy bodies of this family carry one sentence, so the sentence is made for people.
export const NOT_AN_OBJECT = 'The body must be a JSON object';
export const required = (name: string, max: number) =>
  z.string(`${name} is required`).trim().min(1, `${name} is required`).max(max, `${name} may have ${max} characters`);
const name = required('Name', 100);
const description = z.string('Description must be text').max(500, 'Description may have 500 characters').nullable();
export const flag = (name: string) => z.boolean(`${name} must be true or false`);

export const workflowParams = z.object({ id: z.string() });

export const aboutWorkflows = { access: 'project', tag: 'Workflows' } as const;

export const listWorkflows = endpoint({
  ...aboutWorkflows,
  method: 'GET',
  path: '/workflows',
  summary: 'List workflows',
  request: z.object({
    query: z.object({
      page: clampedInt(1),
      pageSize: clampedInt(20, { max: 100 }),
      search: z.string().optional().describe('Case-insensitive part of name or description'),
      status: oneOfOr(['all', 'active', 'disabled'], 'all'),
      sort: oneOfOr(['createdAt', 'name', 'updatedAt', 'steps'], 'createdAt'),
      dir: oneOfOr(['desc', 'asc'], 'desc'),
    }),
  }),
  response: offsetPage(workflow.extend({ _count: z.object({ steps: z.int(), executions: z.int(), active: z.int() }) })),
});

export const workflowFields = endpoint({
  ...aboutWorkflows,
  method: 'GET',
  path: '/workflows/fields',
  summary: 'Fields usable in CONDITION steps: of the contact and of recent events',
  request: z.object({ query: z.object({ eventName: z.string().optional() }) }),
  response: z.object({
    fields: z.array(z.string()),
    typedFields: z.array(
      z.object({
        field: z.string(),
        type: z.string(),
        category: z.enum(['Contact Fields', 'Custom Data', 'Event Data']),
      }),
    ),
    count: z.int(),
  }),
});

export const createWorkflow = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows',
  summary: 'Create a workflow with its TRIGGER step; disabled until it is enabled',
  legacyErrors: true,
  request: z.object({
    body: z.object(
      {
        name,
        eventName: required('Event name', MAX_EVENT_NAME_LENGTH),
        description: description.optional(),
        allowReentry: flag('allowReentry').default(false),
      },
      NOT_AN_OBJECT,
    ),
  }),
  response: workflow,
  status: 201,
});

export const getWorkflow = endpoint({
  ...aboutWorkflows,
  method: 'GET',
  path: '/workflows/:id',
  summary: 'Get a workflow with steps, transitions, counts and problems',
  request: z.object({ params: workflowParams }),
  response: workflowDetail,
});

export const updateWorkflow = endpoint({
  ...aboutWorkflows,
  method: 'PATCH',
  path: '/workflows/:id',
  summary: 'Update a workflow; what is left out stays',
  request: z.object({
    params: workflowParams,
    body: z
      .object({
        name,
        description,
        triggerType: z.string().meta({ enum: [...TRIGGER_TYPES] }),
        triggerConfig: anyObject.nullable(),
        enabled: flag('enabled'),
        allowReentry: flag('allowReentry'),
      })
      .partial(),
  }),
  response: workflow,
});

export const deleteWorkflow = endpoint({
  ...aboutWorkflows,
  method: 'DELETE',
  path: '/workflows/:id',
  summary: 'Delete a workflow that has no active executions, and the history of its executions',
  request: z.object({ params: workflowParams }),
  response: noContent,
  status: 204,
});

export const duplicateWorkflow = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows/:id/duplicate',
  summary: 'Copy a workflow with its graph; the copy is disabled',
  request: z.object({ params: workflowParams }),
  response: workflow,
  status: 201,
});

export const workflowEndpoints = [
  listWorkflows,
  workflowFields,
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
];
