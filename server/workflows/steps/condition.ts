import type { BinaryCondition, MultiCondition } from '../../../contract/workflow-steps.ts';
import type { Ctx } from '../../platform/context.ts';
import { checkedCondition } from '../../segments/checked-condition.ts';
import { matchingContacts } from '../../segments/matching-contacts.ts';
import { factAt, holds } from '../compare.ts';
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

/** One query for all of them, by the same expression that segments use. */
async function tree(
  ctx: Ctx,
  { config }: Extract<SettingOf<'CONDITION'>, { mode: 'tree' }>,
  travellers: Traveller[],
): Promise<Outcome[]> {
  const contacts = await matchingContacts(ctx, await checkedCondition(ctx, config));
  const ids = travellers.map(({ contact }) => contact.id);
  const rows = await contacts.select('contacts.id').where('contacts.id', 'in', ids).execute();
  const matching = new Set(rows.map(({ id }) => id));
  return travellers.map(({ contact }) => {
    const result = matching.has(contact.id);
    const branch = result ? 'yes' : 'no';
    return { kind: 'done', branch, output: { mode: 'segment', result, branch } };
  });
}
