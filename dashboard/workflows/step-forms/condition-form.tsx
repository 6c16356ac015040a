import type { Condition } from '../../../contract/condition.ts';
import { ConditionBuilder } from '../../condition-builder/condition-builder.tsx';
import { emptyCondition } from '../../condition-builder/edit-condition.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { BranchList } from './branch-list.tsx';
import { FieldPicker } from './field-picker.tsx';
import { OperatorAndValue } from './operator-and-value.tsx';
import { type StepFormProps, textIn } from './step-form-props.ts';

type Mode = 'binary' | 'multi' | 'tree';

const MODES = [
  { value: 'binary', label: 'One question', help: 'About a field of the contact or the event: yes or no' },
  { value: 'multi', label: 'Several branches', help: 'One field, the first that fits is taken' },
  { value: 'tree', label: 'As in a segment', help: 'Any combination, also events, emails and segments: yes or no' },
] as const;

export function ConditionForm({ config, onChange, eventName }: StepFormProps) {
  const mode = modeOf(config);
  const field = textIn(config, 'field');
  return (
    <>
      <RadioCards label="Kind of condition" value={mode} onChange={(to) => onChange(begin(to, field))} cards={MODES} />
      {mode === 'tree' && (
        <ConditionBuilder value={config as unknown as Condition} onChange={(tree) => onChange({ ...tree })} />
      )}
      {mode !== 'tree' && (
        <FieldPicker
          value={field}
          eventName={eventName}
          onChange={(chosen, first) =>
            onChange({ ...config, field: chosen, ...(mode === 'binary' ? { value: first(config.value) } : {}) })
          }
        />
      )}
      {mode === 'binary' && (
        <OperatorAndValue
          label="the field"
          operator={textIn(config, 'operator')}
          value={config.value}
          onChange={(changed) => onChange({ field, ...changed })}
        />
      )}
      {mode === 'multi' && <BranchList config={config} onChange={onChange} />}
    </>
  );
}

function modeOf(config: Record<string, unknown>): Mode {
  if ('groups' in config || 'logic' in config) return 'tree';
  return config.mode === 'multi' ? 'multi' : 'binary';
}

function begin(mode: Mode, field: string): Record<string, unknown> {
  if (mode === 'tree') return { ...emptyCondition() };
  if (mode === 'binary') return { field, operator: 'equals', value: '' };
  return { mode: 'multi', field, branches: [{ id: 'branch-1', name: '', operator: 'equals', value: '' }] };
}
