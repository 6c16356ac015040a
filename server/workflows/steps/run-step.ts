import type { StepType } from '../../../contract/workflow-steps.ts';
import type { Ctx } from '../../platform/context.ts';
import { savepoint } from '../../platform/db/savepoint.ts';
import { AppError } from '../../platform/errors.ts';
import type { GraphStep } from '../graph.ts';
import { runCondition } from './condition.ts';
import { runDelay } from './delay.ts';
import { runExit } from './exit.ts';
import { runSendEmail } from './send-email.ts';
import type { Outcome, RunStep, Traveller } from './step.ts';
import { runTrigger } from './trigger.ts';
import { runUpdateContact } from './update-contact.ts';
import { runWaitForEvent } from './wait-for-event.ts';
import { runWebhook } from './webhook.ts';

const RUNNERS: { [Type in StepType]: RunStep<Type> } = {
  TRIGGER: runTrigger,
  SEND_EMAIL: runSendEmail,
  DELAY: runDelay,
  WAIT_FOR_EVENT: runWaitForEvent,
  CONDITION: runCondition,
  WEBHOOK: runWebhook,
  UPDATE_CONTACT: runUpdateContact,
  EXIT: runExit,
};

/** These write before they know that all is well: what they did is undone when it is not. */
const WRITERS = new Set<StepType>(['SEND_EMAIL', 'UPDATE_CONTACT']);

/** Runs a step for all executions that stand at it. What is wrong with the step, a person's doing, is an outcome. */
export async function runStep(ctx: Ctx, step: GraphStep, travellers: Traveller[]): Promise<Outcome[]> {
  const { setting } = step;
  if ('problem' in setting) return allFailed(travellers, setting.problem);
  const run = RUNNERS[step.type] as RunStep<StepType>;
  const work = () => run(ctx, { step, setting: setting as never, travellers });
  try {
    return await (WRITERS.has(step.type) ? savepoint(ctx, work) : work());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'BILLING_LIMIT_EXCEEDED' && travellers.length > 1) return runHalves(ctx, step, travellers);
    return allFailed(travellers, error.message);
  }
}

/** The cap has no room for all of them, but perhaps for some. */
async function runHalves(ctx: Ctx, step: GraphStep, travellers: Traveller[]): Promise<Outcome[]> {
  const middle = Math.ceil(travellers.length / 2);
  const first = await runStep(ctx, step, travellers.slice(0, middle));
  return [...first, ...(await runStep(ctx, step, travellers.slice(middle)))];
}

const allFailed = (travellers: Traveller[], reason: string): Outcome[] =>
  travellers.map(() => ({ kind: 'failed', reason }));
