import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { clampedInt, isoDate } from './fields.ts';
import { STEP_TYPES } from './workflow-steps.ts';
import { aboutWorkflows, EXECUTION_STATUSES, executionStatus, step, workflow, workflowParams } from './workflows.ts';

const context = z.record(z.string(), z.unknown());
const stepName = z.object({ id: z.string(), name: z.string(), type: z.enum(STEP_TYPES) });

const execution = z.object({
  id: z.string(),
  workflowId: z.string(),
  contactId: z.string(),
  status: executionStatus,
  currentStepId: z.string().nullable(),
  exitReason: z.string().nullable(),
  context: context.nullable(),
  wakeAt: isoDate.nullable().describe('While it waits: when it goes on by itself'),
  waitingFor: z.string().nullable().describe('The event that it waits for'),
  startedAt: isoDate,
  completedAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Execution = z.infer<typeof execution>;

const stepExecution = z.object({
  id: z.string(),
  executionId: z.string(),
  stepId: z.string(),
  status: z.enum(['PENDING', 'SCHEDULED', 'WAITING', 'RUNNING', 'COMPLETED', 'SKIPPED', 'FAILED']),
  scheduledFor: isoDate.nullable(),
  executeAfter: isoDate.nullable().describe('When a wait times out'),
  output: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  attempts: z.int(),
  startedAt: isoDate.nullable(),
  completedAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
  step: stepName.describe('As it was when the execution came to it'),
  summary: z.string().describe('What happened, as a sentence'),
});
export type StepExecution = z.infer<typeof stepExecution>;

const withContact = execution.extend({ contact: z.object({ id: z.string(), email: z.string() }) });
const listedExecution = withContact.extend({ currentStep: stepName.nullable() });
export type ListedExecution = z.infer<typeof listedExecution>;

const executionDetail = withContact.extend({
  workflow,
  currentStep: step.partial().extend(stepName.shape).nullable(),
  stepExecutions: z.array(stepExecution),
});
export type ExecutionDetail = z.infer<typeof executionDetail>;

const executionParams = workflowParams.extend({ executionId: z.string() });
const CONTACT_REQUIRED = 'contactId is required';
const contactId = z.string(CONTACT_REQUIRED).min(1, CONTACT_REQUIRED);

export const startExecution = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows/:id/executions',
  summary: 'Start an execution for a contact; context gives it variables',
  legacyErrors: true,
  request: z.object({
    params: workflowParams,
    body: z.object(
      { contactId, context: z.record(z.string(), z.unknown(), 'context must be an object').nullish() },
      CONTACT_REQUIRED,
    ),
  }),
  response: execution,
  status: 201,
});

export const listExecutions = endpoint({
  ...aboutWorkflows,
  method: 'GET',
  path: '/workflows/:id/executions',
  summary: 'Executions, newest first',
  request: z.object({
    params: workflowParams,
    query: z.object({
      page: clampedInt(1),
      pageSize: clampedInt(20, { max: 100 }),
      status: z
        .string()
        .optional()
        .meta({ enum: [...EXECUTION_STATUSES] }),
      stepId: z.string().optional().describe('Those that are at this step now'),
    }),
  }),
  response: z.object({
    executions: z.array(listedExecution),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
  }),
});

export const getExecution = endpoint({
  ...aboutWorkflows,
  method: 'GET',
  path: '/workflows/:id/executions/:executionId',
  summary: 'Get an execution with everything that happened in it',
  request: z.object({ params: executionParams }),
  response: executionDetail,
});

export const cancelExecution = endpoint({
  ...aboutWorkflows,
  method: 'DELETE',
  path: '/workflows/:id/executions/:executionId',
  summary: 'Cancel a running or waiting execution; mail that is queued already goes out',
  request: z.object({ params: executionParams }),
  response: execution,
});

export const cancelExecutions = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows/:id/executions/cancel-all',
  summary: 'Cancel all running and waiting executions',
  request: z.object({ params: workflowParams }),
  response: z.object({ cancelled: z.int() }),
});

export const simulateWorkflow = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows/:id/simulate',
  summary: 'Walk a contact through the graph as it is now; nothing is sent or stored',
  legacyErrors: true,
  request: z.object({
    params: workflowParams,
    body: z.object(
      {
        contactId,
        event: z
          .record(z.string(), z.unknown(), 'event must be an object')
          .nullish()
          .describe('Data of the event that starts it'),
        context: z.record(z.string(), z.unknown(), 'context must be an object').nullish(),
        receives: z
          .array(z.string(), 'receives must be a list of event names')
          .max(100, 'receives may name 100 events')
          .optional()
          .describe('Events that come while it waits for them; a wait for any other times out'),
      },
      CONTACT_REQUIRED,
    ),
  }),
  response: z.object({
    steps: z.array(
      z.object({
        stepId: z.string(),
        name: z.string(),
        type: z.enum(STEP_TYPES),
        at: isoDate,
        branch: z.string().optional(),
        subject: z.string().optional(),
        output: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    endsAs: executionStatus,
    endsAt: isoDate.nullable().describe('null: it would wait for ever'),
  }),
});
export type Simulation = z.infer<typeof simulateWorkflow.response>;

export const readWebhookSecret = endpoint({
  ...aboutWorkflows,
  method: 'GET',
  path: '/workflows/webhook-secret',
  summary: 'The secret that the requests of WEBHOOK steps are signed with (Standard Webhooks)',
  request: z.object({}),
  response: z.object({ secret: z.string() }),
});

export const executionEndpoints = [
  startExecution,
  listExecutions,
  getExecution,
  cancelExecution,
  cancelExecutions,
  simulateWorkflow,
  readWebhookSecret,
];
