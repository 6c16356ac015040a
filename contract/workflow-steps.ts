import { z } from 'zod';
import { type Condition, condition, isTriggerOperator, VALUE_OPERATORS } from './condition.ts';
import { MAX_EMAIL_LENGTH } from './fields.ts';
import { MAX_EVENT_NAME_LENGTH } from './track.ts';

export const STEP_TYPES = [
  'TRIGGER',
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'WEBHOOK',
  'UPDATE_CONTACT',
  'EXIT',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

const MAX_DELAY_DAYS = 365;
const MAX_TIMEOUT_SECONDS = 31_536_000;
const MAX_BRANCHES = 20;

const text = (name: string, max: number) =>
  z.string(`${name} is missing`).trim().min(1, `${name} is missing`).max(max, `${name} may have ${max} characters`);
const eventName = text('The event name', MAX_EVENT_NAME_LENGTH);

const IN_DAYS = { minutes: 1 / 1440, hours: 1 / 24, days: 1 } as const;

const triggerConfig = z.object({ eventName: z.string().nullish() });

/** Templated addresses are known only when the step runs. */
const isAddressOrTemplate = (address: string): boolean =>
  address.includes('{{') || z.email().max(MAX_EMAIL_LENGTH).safeParse(address).success;

const sendEmailConfig = z.object({
  recipient: z
    .discriminatedUnion(
      'type',
      [
        z.object({ type: z.literal('CONTACT') }),
        z.object({
          type: z.literal('CUSTOM'),
          customEmail: text('The custom address', 1_000).refine(isAddressOrTemplate, 'The custom address is not valid'),
        }),
      ],
      'The recipient must be CONTACT or CUSTOM',
    )
    .default({ type: 'CONTACT' }),
});

const delayConfig = z
  .object({
    amount: z.number('The amount of the delay is missing').positive('A delay must be longer than nothing'),
    unit: z.enum(['minutes', 'hours', 'days'], 'The unit of the delay must be minutes, hours or days'),
  })
  .refine(({ amount, unit }) => amount * IN_DAYS[unit] <= MAX_DELAY_DAYS, {
    error: `A delay may last ${MAX_DELAY_DAYS} days at most`,
    path: ['amount'],
  });

const waitForEventConfig = z.object({
  eventName,
  timeout: z
    .number('The timeout must be a number of seconds')
    .positive('The timeout must be longer than nothing')
    .max(MAX_TIMEOUT_SECONDS, 'The timeout may be 365 days at most')
    .nullish()
    .describe('Seconds; left out: waits for ever'),
});

const operator = z.enum(VALUE_OPERATORS, 'The operator of the condition is missing or unknown');
const field = text('The field of the condition', 500).describe(
  'contact.email, contact.subscribed, contact.createdAt, contact.updatedAt, data.<path>, contact.data.<path>, ' +
    'event.<path> or workflow.<path>',
);

const binaryCondition = z.object({ field, operator, value: z.unknown().optional() });
export type BinaryCondition = z.infer<typeof binaryCondition>;

const branchId = text('The id of a branch', 100).refine(
  (id) => id !== 'default',
  'A branch may not be called "default"',
);
const multiCondition = z.object({
  mode: z.literal('multi'),
  field,
  branches: z
    .array(
      z.object({
        id: branchId,
        name: z.string('A branch needs a name').default(''),
        operator,
        value: z.unknown().optional(),
      }),
      'The branches of the condition are missing',
    )
    .min(1, 'A condition with several branches needs one at least')
    .max(MAX_BRANCHES, `A condition may have ${MAX_BRANCHES} branches`)
    .refine(
      (branches) => new Set(branches.map(({ id }) => id)).size === branches.length,
      'Two branches have the same id',
    ),
});
export type MultiCondition = z.infer<typeof multiCondition>;

const WEBHOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const webhookConfig = z.object({
  // The rest may be templated; the scheme may not.
  url: text('The URL', 4_000)
    .refine((url) => /^https?:\/\/[^/\s]/i.test(url), 'The URL must begin with http:// or https://')
    .describe('May contain {{variables}}, percent-encoded unless {{ x | raw }} says otherwise'),
  method: z.enum(WEBHOOK_METHODS, `The method must be one of ${WEBHOOK_METHODS.join(', ')}`).default('POST'),
  headers: z.record(z.string(), z.string('Values of headers must be text'), 'The headers must be an object').nullish(),
  body: z.unknown().optional().describe('Replaces the default payload'),
});

const dataObject = z.record(z.string(), z.unknown(), 'The updates must be an object');
const updateContactConfig = z
  .object({
    updates: dataObject.nullish(),
    data: dataObject.nullish().describe('Another name of updates'),
    subscriptionAction: z
      .enum(['none', 'subscribe', 'unsubscribe'], 'subscriptionAction must be none, subscribe or unsubscribe')
      .nullish(),
  })
  .transform(({ updates, data, subscriptionAction }) => ({
    updates: updates ?? data ?? {},
    subscriptionAction: subscriptionAction ?? ('none' as const),
  }));

const exitConfig = z.object({ reason: z.string('The reason must be text').max(500).nullish() });

/** What a step does, once its configuration is known to make sense. */
export type Setting =
  | { type: 'TRIGGER'; config: z.infer<typeof triggerConfig> }
  | { type: 'SEND_EMAIL'; config: z.infer<typeof sendEmailConfig> }
  | { type: 'DELAY'; config: z.infer<typeof delayConfig> }
  | { type: 'WAIT_FOR_EVENT'; config: z.infer<typeof waitForEventConfig> }
  | { type: 'CONDITION'; mode: 'binary'; config: BinaryCondition }
  | { type: 'CONDITION'; mode: 'multi'; config: MultiCondition }
  | { type: 'CONDITION'; mode: 'tree'; config: Condition }
  | { type: 'WEBHOOK'; config: z.infer<typeof webhookConfig> }
  | { type: 'UPDATE_CONTACT'; config: z.infer<typeof updateContactConfig> }
  | { type: 'EXIT'; config: z.infer<typeof exitConfig> };

const SCHEMAS = {
  TRIGGER: triggerConfig,
  SEND_EMAIL: sendEmailConfig,
  DELAY: delayConfig,
  WAIT_FOR_EVENT: waitForEventConfig,
  WEBHOOK: webhookConfig,
  UPDATE_CONTACT: updateContactConfig,
  EXIT: exitConfig,
};

/** Configurations are stored as they come: this tells what one means, or the first thing that is wrong with it. */
export function settingOf(type: StepType, config: unknown): Setting | { problem: string } {
  const mode = type === 'CONDITION' ? conditionMode(config) : undefined;
  const parsed = (type === 'CONDITION' ? CONDITIONS[mode ?? 'binary'] : SCHEMAS[type]).safeParse(config);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? 'The configuration is not valid' };
  return { type, ...(mode ? { mode } : {}), config: parsed.data } as Setting;
}

/**
 * As in segments, and the data of the event or the start may be asked for by `event.<path>` and `workflow.<path>`. With
 * `contact.` before it, as the other conditions of a workflow have it, a field is the same.
 */
const treeCondition = condition.transform(withoutPrefix);

function withoutPrefix({ logic, groups }: Condition): Condition {
  return {
    logic,
    groups: groups.map(({ filters, conditions }) => ({
      filters: filters.map((filter) => ({
        ...filter,
        // `contact.subscribed`, asked whether it was triggered, is an event.
        field: isTriggerOperator(filter.operator) ? filter.field : filter.field.replace(/^contact\./, ''),
      })),
      ...(conditions ? { conditions: withoutPrefix(conditions) } : {}),
    })),
  };
}

const CONDITIONS = { binary: binaryCondition, multi: multiCondition, tree: treeCondition };

function conditionMode(config: unknown): keyof typeof CONDITIONS {
  if (typeof config !== 'object' || config === null) return 'binary';
  if ('groups' in config || 'logic' in config) return 'tree';
  return 'mode' in config && config.mode === 'multi' ? 'multi' : 'binary';
}

/** The ways out of a CONDITION, also of one that is still being written. */
export function branchesOf(config: unknown): string[] {
  if (conditionMode(config) !== 'multi') return ['yes', 'no'];
  const parsed = z.object({ branches: z.array(z.object({ id: z.string() })) }).safeParse(config);
  return [...(parsed.success ? parsed.data.branches.map(({ id }) => id) : []), 'default'];
}
