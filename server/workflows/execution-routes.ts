import * as contract from '../../contract/workflow-executions.ts';
import { route } from '../platform/http/router.ts';
import { webhookSecret } from '../projects/webhook-secret.ts';
import { toExecution } from './execution.ts';
import { simulate } from './simulate.ts';
import { startExecution } from './start-execution.ts';

export const executionRoutes = [
  route(contract.startExecution).to(async (ctx, { params, body }) =>
    toExecution(await startExecution(ctx, params.id, body)),
  ),
  route(contract.simulateWorkflow).to((ctx, { params, body }) => simulate(ctx, params.id, body)),
  route(contract.readWebhookSecret).to(async (ctx) => ({ secret: await webhookSecret(ctx) })),
];
