import { Plus, Trash2 } from 'lucide-react';
import type { Condition, Group } from '../../contract/condition.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import {
  changeFilter,
  changeGroup,
  changeNested,
  withFilter,
  withGroup,
  withLogic,
  withNested,
} from './edit-condition.ts';
import { FilterRow } from './filter-row.tsx';

interface TreeEditorProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
  /** "Contacts" at the root; nested trees go on with "and". */
  subject: string;
}

const LOGIC = [
  { value: 'AND', label: 'all of' },
  { value: 'OR', label: 'any of' },
];

/** The groups of one level, joined by all or any. */
export function TreeEditor({ condition, onChange, subject }: TreeEditorProps) {
  const { logic, groups } = condition;
  const isSeveral = groups.length > 1;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-2 text-sm">
        <span>{subject} where</span>
        {isSeveral ? (
          <>
            <Select
              size="sm"
              aria-label="How groups are joined"
              value={logic}
              onChange={(chosen) => onChange(withLogic(condition, chosen as Condition['logic']))}
              options={LOGIC}
            />
            <span>these groups hold</span>
          </>
        ) : (
          <span>all of these hold</span>
        )}
      </p>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name but their place
        <div key={at} className="flex min-w-0 flex-col gap-3">
          {at > 0 && (
            <span className="text-xs font-medium text-ink-faint uppercase">{logic === 'AND' ? 'and' : 'or'}</span>
          )}
          <GroupEditor
            group={group}
            name={isSeveral ? `group ${at + 1}` : 'the group'}
            canRemove={isSeveral}
            onChange={(changed) => onChange(changeGroup(condition, at, changed))}
          />
        </div>
      ))}
      <div>
        <Button look="quiet" onClick={() => onChange(withGroup(condition))}>
          <Plus className="size-4" aria-hidden="true" />
          Add a group
        </Button>
      </div>
    </div>
  );
}

interface GroupEditorProps {
  group: Group;
  name: string;
  canRemove: boolean;
  onChange: (group: Group | undefined) => void;
}

function GroupEditor({ group, name, canRemove, onChange }: GroupEditorProps) {
  const { filters, conditions } = group;
  const canRemoveFilter = filters.length > 1 || canRemove || Boolean(conditions);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-l-2 border-line-strong pl-3">
      <legend className="sr-only">{name}</legend>
      {filters.map((filter, at) => (
        <FilterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no name but their place
          key={at}
          filter={filter}
          isFirst={at === 0}
          onChange={(changed) => onChange(changeFilter(group, at, changed))}
          onRemove={canRemoveFilter ? () => onChange(changeFilter(group, at, undefined)) : undefined}
        />
      ))}
      {conditions && (
        <div className="mt-1 rounded-md bg-sunken p-3">
          <TreeEditor
            condition={conditions}
            subject="and"
            onChange={(nested) => onChange(changeNested(group, nested))}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-1">
        <Button look="quiet" size="sm" onClick={() => onChange(withFilter(group))}>
          <Plus className="size-3.5" aria-hidden="true" />
          And
        </Button>
        {!conditions && (
          <Button look="quiet" size="sm" onClick={() => onChange(withNested(group))}>
            And any of…
          </Button>
        )}
        {conditions && (
          <Button look="quiet" size="sm" onClick={() => onChange(changeNested(group, { logic: 'OR', groups: [] }))}>
            Remove the nested groups
          </Button>
        )}
        {canRemove && (
          <IconButton label={`Remove ${name}`} onClick={() => onChange(undefined)} className="size-7">
            <Trash2 className="size-3.5" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </fieldset>
  );
}
