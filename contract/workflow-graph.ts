import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { noContent } from './envelopes.ts';
import { STEP_TYPES } from './workflow-steps.ts';
import { aboutWorkflows, flag, NOT_AN_OBJECT, required, step, transition, workflowParams } from './workflows.ts';

const stepParams = workflowParams.extend({ stepId: z.string() });
const transitionParams = workflowParams.extend({ transitionId: z.string() });

const stepFields = {
  name: required('Name', 300),
  position: z
    .record(z.string(), z.unknown(), 'position must be an object')
    .refine((position) => JSON.stringify(position).length <= 1_000, 'position is too large'),
  config: z.record(z.string(), z.unknown(), 'config must be an object'),
  templateId: z.string('templateId must be text').nullable(),
};
const TYPE_AND_NAME = 'Type and name are required';

export const addStep = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows/:id/steps',
  summary: 'Add a step; autoConnect leads to it from the last open end of the graph, insertInto puts it between two',
  legacyErrors: true,
  request: z.object({
    params: workflowParams,
    body: z.object(
      {
        type: z.enum(STEP_TYPES, {
          error: ({ input }) => (input === undefined ? TYPE_AND_NAME : `Type must be one of ${STEP_TYPES.join(', ')}`),
        }),
        name: stepFields.name,
        position: stepFields.position.default({ x: 0, y: 0 }),
        config: stepFields.config.default({}),
        templateId: stepFields.templateId.optional(),
        autoConnect: flag('autoConnect').default(true),
        insertInto: z
          .string('insertInto must be the id of a transition')
          .nullish()
          .describe(
            'A transition: the step is put between its two ends, and nothing else is connected. ' +
              'A CONDITION goes on by its first branch, a WAIT_FOR_EVENT when its event comes',
          ),
      },
      TYPE_AND_NAME,
    ),
  }),
  response: step,
  status: 201,
});

export const updateStep = endpoint({
  ...aboutWorkflows,
  method: 'PATCH',
  path: '/workflows/:id/steps/:stepId',
  summary: 'Update a step; what is left out stays, executions under way keep what they started with',
  legacyErrors: true,
  request: z.object({ params: stepParams, body: z.object(stepFields, NOT_AN_OBJECT).partial() }),
  response: step,
});

export const deleteStep = endpoint({
  ...aboutWorkflows,
  method: 'DELETE',
  path: '/workflows/:id/steps/:stepId',
  summary: 'Delete a step and its transitions; splice=true leads what came before to what came after',
  request: z.object({
    params: stepParams,
    query: z.object({
      splice: z
        .string()
        .optional()
        .meta({ enum: ['true'] }),
    }),
  }),
  response: noContent,
  status: 204,
});

const STEPS_REQUIRED = 'fromStepId and toStepId are required';
const branch = z
  .string('branch must be text')
  .min(1, 'branch may not be empty')
  .max(100, 'branch may have 100 characters');

export const addTransition = endpoint({
  ...aboutWorkflows,
  method: 'POST',
  path: '/workflows/:id/transitions',
  summary: 'Lead from one step to another; from a CONDITION by its branch, from a WAIT_FOR_EVENT by its outcome',
  legacyErrors: true,
  request: z.object({
    params: workflowParams,
    body: z.object(
      {
        fromStepId: z.string(STEPS_REQUIRED).min(1, STEPS_REQUIRED),
        toStepId: z.string(STEPS_REQUIRED).min(1, STEPS_REQUIRED),
        branch: branch.nullish().describe('yes or no; of a condition with several branches the id of one, or default'),
        condition: z
          .object({ branch: branch.nullish(), fallback: z.boolean().nullish() }, 'condition must be an object')
          .nullish()
          .describe('Another place for branch'),
        waitOutcome: z.enum(['EVENT', 'TIMEOUT'], 'waitOutcome must be EVENT or TIMEOUT').nullish(),
        priority: z
          .int('priority must be a whole number')
          .min(0, 'priority may not be negative')
          .max(1_000_000)
          .default(0),
        replace: flag('replace')
          .default(false)
          .describe('Takes the place of where this way out led before; without it, a way that is taken is refused'),
      },
      STEPS_REQUIRED,
    ),
  }),
  response: transition,
  status: 201,
});

export const deleteTransition = endpoint({
  ...aboutWorkflows,
  method: 'DELETE',
  path: '/workflows/:id/transitions/:transitionId',
  summary: 'Delete a transition',
  request: z.object({ params: transitionParams }),
  response: noContent,
  status: 204,
});

export const graphEndpoints = [addStep, updateStep, deleteStep, addTransition, deleteTransition];
