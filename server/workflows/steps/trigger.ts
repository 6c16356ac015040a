import type { RunStep } from './step.ts';

/** Nothing is left to do: what started the execution was told when it started. */
export const runTrigger: RunStep<'TRIGGER'> = async (_ctx, { travellers }) =>
  travellers.map(() => ({ kind: 'done', output: { triggered: true } }));
