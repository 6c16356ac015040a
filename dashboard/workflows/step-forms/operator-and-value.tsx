import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TypedValue } from './typed-value.tsx';

const OPERATORS = [
  { value: 'equals', label: 'is' },
  { value: 'notEquals', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'notContains', label: 'does not contain' },
  { value: 'greaterThan', label: 'is more than' },
  { value: 'greaterThanOrEqual', label: 'is at least' },
  { value: 'lessThan', label: 'is less than' },
  { value: 'lessThanOrEqual', label: 'is at most' },
  { value: 'exists', label: 'has a value' },
  { value: 'notExists', label: 'has no value' },
];

interface OperatorAndValueProps {
  /** Of what, for those who hear the page. */
  label: string;
  operator: string;
  value: unknown;
  onChange: (changed: { operator: string; value?: unknown }) => void;
}

export function OperatorAndValue({ label, operator, value, onChange }: OperatorAndValueProps) {
  const isAlone = operator === 'exists' || operator === 'notExists';
  return (
    <>
      <Field label="Comparison" isLabelHidden>
        <Select
          aria-label={`Comparison of ${label}`}
          className="w-full"
          value={operator || 'equals'}
          onChange={(chosen) => onChange({ operator: chosen, value: value ?? '' })}
          options={OPERATORS}
        />
      </Field>
      {!isAlone && (
        <TypedValue
          label={`Value of ${label}`}
          value={value}
          onChange={(changed) => onChange({ operator: operator || 'equals', value: changed })}
        />
      )}
    </>
  );
}
