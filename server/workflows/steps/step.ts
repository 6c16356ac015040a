import type { Setting, StepType } from '../../../contract/workflow-steps.ts';
import type { Person } from '../../delivery/template-variables.ts';
import type { Ctx } from '../../platform/context.ts';
import type { GraphStep } from '../graph.ts';

/** Its times are texts, in any form of ISO 8601. */
export interface StepContact extends Person {
  createdAt: string;
  updatedAt: string;
}

/** An execution as the steps see it while it moves. */
export interface Traveller {
  id: string;
  workflow: { id: string; name: string };
  startedAt: Date;
  contact: StepContact;
  context: Record<string, unknown> | null;
  /** Of the step that it is at. */
  stepExecutionId: string;
  /** Since when it could have come here: an event after it came in time, however late we are. */
  since: Date;
}

type Output = Record<string, unknown>;

/** What came of a step. */
export type Outcome =
  /** It goes on at once. */
  | { kind: 'done'; output: Output; branch?: string; contact?: StepContact }
  | { kind: 'received'; output: Output; context: Record<string, unknown> | null; at: Date }
  /** The step is done, and the next one comes later. */
  | { kind: 'sleep'; output: Output; until: Date }
  | { kind: 'wait'; forEvent: string; until: Date | null }
  /** A request to the outside, which no transaction may wait for. */
  | { kind: 'call' }
  | { kind: 'exit'; output: Output; reason: string }
  | { kind: 'failed'; reason: string };

export type SettingOf<Type extends StepType> = Extract<Setting, { type: Type }>;

/** A step with all the executions of a batch that stand at it. Answers in the order of the executions. */
interface Stand<Type extends StepType> {
  step: GraphStep;
  setting: SettingOf<Type>;
  travellers: Traveller[];
}

export type RunStep<Type extends StepType> = (ctx: Ctx, stand: Stand<Type>) => Promise<Outcome[]>;
