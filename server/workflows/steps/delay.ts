import { days, hours, minutes } from '../../platform/clock.ts';
import type { RunStep } from './step.ts';

const MS = { minutes: minutes(1), hours: hours(1), days: days(1) };

export const runDelay: RunStep<'DELAY'> = async (ctx, { setting, travellers }) => {
  const { amount, unit } = setting.config;
  const until = new Date(ctx.clock.now().getTime() + amount * MS[unit]);
  const output = { delayAmount: amount, delayUnit: unit, resumeAt: until.toISOString() };
  return travellers.map(() => ({ kind: 'sleep', output, until }));
};
