import type { Condition } from '../../../contract/condition.ts';
import type { BinaryCondition, MultiCondition } from '../../../contract/workflow-steps.ts';
import type { Ctx } from '../../platform/context.ts';
import { checkedCondition } from '../../segments/checked-condition.ts';
import { matchingContacts } from '../../segments/matching-contacts.ts';
import { factAt, holds } from '../compare.ts';
import { leftOpen } from '../condition-tree.ts';
import type { Outcome, RunStep, SettingOf, Traveller } from './step.ts';

export const runCondition: RunStep<'CONDITION'> = async (ctx, { setting, travellers }) => {
  if (setting.mode === 'binary') return travellers.map((traveller) => binary(setting.config, traveller));
  if (setting.mode === 'multi') return travellers.map((traveller) => multi(setting.config, traveller));
  return tree(ctx, setting, travellers);
};

function binary({ field, operator, value }: BinaryCondition, traveller: Traveller): Outcome {
  const actual = factAt(traveller, field);
  const result = holds(actual, operator, value);
  const branch = result ? 'yes' : 'no';
  const output = { field, operator, expectedValue: value ?? null, actualValue: actual ?? null, result, branch };
  return { kind: 'done', branch, output };
}

function multi({ field, branches }: MultiCondition, traveller: Traveller): Outcome {
  const actual = factAt(traveller, field);
  const matched = branches.find(({ operator, value }) => holds(actual, operator, value));
  const branch = matched?.id ?? 'default';
  const output = { field, mode: 'multi', matchedBranch: matched?.name ?? null, actualValue: actual ?? null, branch };
  return { kind: 'done', branch, output };
}

/** The context answers its part; what is left is one query for all who are asked the same, as segments ask it. */
async function tree(
  ctx: Ctx,
  { config }: Extract<SettingOf<'CONDITION'>, { mode: 'tree' }>,
  travellers: Traveller[],
): Promise<Outcome[]> {
  const results = new Map<Traveller, boolean>();
  const asked = travellers.map((traveller) => ({ traveller, left: leftOpen(config, traveller) }));
  for (const same of Map.groupBy(asked, ({ left }) => JSON.stringify(left)).values()) {
    const left = same[0]?.left as Condition | boolean;
    const ids = same.map(({ traveller }) => traveller.contact.id);
    const matching = typeof left === 'boolean' ? undefined : await matchingAmong(ctx, left, ids);
    for (const { traveller } of same) results.set(traveller, matching?.has(traveller.contact.id) ?? left === true);
  }
  return travellers.map((traveller) => {
    const result = results.get(traveller) ?? false;
    const branch = result ? 'yes' : 'no';
    return { kind: 'done', branch, output: { mode: 'segment', result, branch } };
  });
}

async function matchingAmong(ctx: Ctx, condition: Condition, contactIds: string[]): Promise<Set<string>> {
  const contacts = await matchingContacts(ctx, await checkedCondition(ctx, condition));
  const rows = await contacts.select('contacts.id').where('contacts.id', 'in', contactIds).execute();
  return new Set(rows.map(({ id }) => id));
}
