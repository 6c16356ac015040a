import type { RunStep } from './step.ts';

const DEFAULT_REASON = 'exit_step';

export const runExit: RunStep<'EXIT'> = async (_ctx, { setting, travellers }) => {
  const reason = setting.config.reason || DEFAULT_REASON;
  return travellers.map(() => ({ kind: 'exit', output: { exited: true, reason }, reason }));
};
