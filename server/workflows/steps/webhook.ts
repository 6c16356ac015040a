import type { RunStep } from './step.ts';

/** Only hands over: call-webhooks.ts makes the request, outside this transaction. */
export const runWebhook: RunStep<'WEBHOOK'> = async (_ctx, { travellers }) => travellers.map(() => ({ kind: 'call' }));
