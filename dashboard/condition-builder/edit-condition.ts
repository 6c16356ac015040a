import type { Condition, Filter, Group } from '../../contract/condition.ts';

const emptyFilter = (): Filter => ({ field: '', operator: 'equals' });
const emptyGroup = (): Group => ({ filters: [emptyFilter()] });
export const emptyCondition = (): Condition => ({ logic: 'AND', groups: [emptyGroup()] });

export const withLogic = (condition: Condition, logic: Condition['logic']): Condition => ({ ...condition, logic });

export const withGroup = (condition: Condition): Condition => ({
  ...condition,
  groups: [...condition.groups, emptyGroup()],
});

/** Undefined removes the group. */
export function changeGroup(condition: Condition, at: number, group: Group | undefined): Condition {
  const groups = condition.groups.flatMap((each, i) => (i === at ? (group ? [group] : []) : [each]));
  return { ...condition, groups };
}

/** Undefined removes the filter; a group that holds nothing any more is undefined. */
export function changeFilter(group: Group, at: number, filter: Filter | undefined): Group | undefined {
  const filters = group.filters.flatMap((each, i) => (i === at ? (filter ? [filter] : []) : [each]));
  return filters.length === 0 && !group.conditions ? undefined : { ...group, filters };
}

export const withFilter = (group: Group): Group => ({ ...group, filters: [...group.filters, emptyFilter()] });

export const withNested = (group: Group): Group => ({
  ...group,
  conditions: { logic: 'OR', groups: [emptyGroup(), emptyGroup()] },
});

/** A nested tree without groups is none; a group that holds nothing any more is undefined. */
export function changeNested(group: Group, nested: Condition): Group | undefined {
  if (nested.groups.length > 0) return { ...group, conditions: nested };
  const { conditions: _, ...rest } = group;
  return rest.filters.length > 0 ? rest : undefined;
}

/** Every filter is filled in as far as the form can tell: worth asking the server about. */
export const isComplete = (condition: Condition | undefined): condition is Condition =>
  condition !== undefined &&
  condition.groups.length > 0 &&
  condition.groups.every(
    ({ filters, conditions }) => filters.every(({ field }) => field !== '') && (!conditions || isComplete(conditions)),
  );
