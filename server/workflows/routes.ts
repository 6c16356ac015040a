import * as executions from '../../contract/workflow-executions.ts';
import * as graph from '../../contract/workflow-graph.ts';
import * as contract from '../../contract/workflows.ts';
import { route } from '../platform/http/router.ts';
import { addStep } from './add-step.ts';
import { cancelAllExecutions, cancelExecution } from './cancel-executions.ts';
import { deleteStep } from './delete-step.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { duplicateWorkflow } from './duplicate-workflow.ts';
import { addTransition, deleteTransition } from './edit-transitions.ts';
import { createWorkflow, updateWorkflow } from './edit-workflow.ts';
import { toExecution } from './execution.ts';
import { listWorkflowFields } from './fields.ts';
import { listExecutions } from './list-executions.ts';
import { listWorkflows } from './list-workflows.ts';
import { readExecution } from './read-execution.ts';
import { readWorkflow } from './read-workflow.ts';
import { updateStep } from './update-step.ts';
import { toStep, toTransition, toWorkflow } from './workflow.ts';

export const workflowRoutes = [
  route(contract.listWorkflows).to((ctx, { query }) => listWorkflows(ctx, query)),
  route(contract.workflowFields).to((ctx, { query }) => listWorkflowFields(ctx, query)),
  route(contract.createWorkflow).to(async (ctx, { body }) => toWorkflow(await createWorkflow(ctx, body))),
  route(contract.getWorkflow).to((ctx, { params }) => readWorkflow(ctx, params.id)),
  route(contract.updateWorkflow).to(async (ctx, { params, body }) =>
    toWorkflow(await updateWorkflow(ctx, params.id, body)),
  ),
  route(contract.deleteWorkflow).to((ctx, { params }) => deleteWorkflow(ctx, params.id)),
  route(contract.duplicateWorkflow).to(async (ctx, { params }) => toWorkflow(await duplicateWorkflow(ctx, params.id))),
  route(graph.addStep).to(async (ctx, { params, body }) => toStep(await addStep(ctx, params.id, body))),
  route(graph.updateStep).to(async (ctx, { params, body }) =>
    toStep(await updateStep(ctx, params.id, params.stepId, body)),
  ),
  route(graph.deleteStep).to((ctx, { params, query }) =>
    deleteStep(ctx, params.id, params.stepId, { splice: query.splice === 'true' }),
  ),
  route(graph.addTransition).to(async (ctx, { params, body }) =>
    toTransition(await addTransition(ctx, params.id, body)),
  ),
  route(graph.deleteTransition).to((ctx, { params }) => deleteTransition(ctx, params.id, params.transitionId)),
  route(executions.listExecutions).to((ctx, { params, query }) => listExecutions(ctx, params.id, query)),
  route(executions.getExecution).to((ctx, { params }) => readExecution(ctx, params.id, params.executionId)),
  route(executions.cancelExecution).to(async (ctx, { params }) =>
    toExecution(await cancelExecution(ctx, params.id, params.executionId)),
  ),
  route(executions.cancelExecutions).to((ctx, { params }) => cancelAllExecutions(ctx, params.id)),
];
