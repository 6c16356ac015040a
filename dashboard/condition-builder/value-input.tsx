import {
  type Filter,
  OPERATORS_WITHOUT_VALUE,
  type Operator,
  UNITS,
  WINDOW_OPERATORS,
} from '../../contract/condition.ts';
import { listFieldValues } from '../../contract/contact-tools.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useRead } from '../use-api.ts';
import { type DataType, kindOf } from './fields.ts';

interface ValueInputProps {
  filter: Filter;
  type: DataType | undefined;
  onChange: (filter: Filter) => void;
}

const UNIT_OPTIONS = UNITS.map((unit) => ({ value: unit, label: unit }));
const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

/** What a filter begins with, so that the sentence is whole at once; what was typed before stays where it fits. */
export function initialValue(
  field: string,
  operator: Operator,
  type: DataType | undefined,
  before?: Filter,
): Pick<Filter, 'value' | 'unit'> {
  if (OPERATORS_WITHOUT_VALUE.includes(operator)) return {};
  if (WINDOW_OPERATORS.includes(operator)) return { value: numberOr(before?.value, 30), unit: before?.unit ?? 'days' };
  if (kindOf(field) === 'subscribed' || type === 'boolean') return { value: before?.value ?? true };
  if (type === 'number') return { value: numberOr(before?.value, 0) };
  return { value: typeof before?.value === 'string' ? before.value : '' };
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

export function ValueInput({ filter, type, onChange }: ValueInputProps) {
  const { field, operator, value, unit } = filter;
  const set = (changed: unknown) => onChange({ ...filter, value: changed });
  if (OPERATORS_WITHOUT_VALUE.includes(operator)) return null;
  if (WINDOW_OPERATORS.includes(operator)) {
    return (
      <>
        <NumberInput value={value} onChange={set} />
        <Select
          aria-label="Unit"
          value={unit ?? 'days'}
          onChange={(chosen) => onChange({ ...filter, unit: chosen as Filter['unit'] })}
          options={UNIT_OPTIONS}
        />
      </>
    );
  }
  const kind = kindOf(field);
  if (kind === 'subscribed' || type === 'boolean') {
    return (
      <Select
        aria-label="Value"
        value={String(value ?? true)}
        onChange={(text) => set(text === 'true')}
        options={YES_NO}
      />
    );
  }
  if (kind === 'time' || type === 'date') {
    return (
      <Input
        type="date"
        aria-label="Value"
        className="w-[160px]!"
        value={String(value ?? '').slice(0, 10)}
        onChange={set}
      />
    );
  }
  if (type === 'number') return <NumberInput value={value} onChange={set} />;
  if (kind === 'data') return <Suggested field={field} value={value} onChange={set} />;
  return <Input aria-label="Value" className="w-[200px]!" value={String(value ?? '')} onChange={set} />;
}

const NumberInput = ({ value, onChange }: { value: unknown; onChange: (value: number) => void }) => (
  <Input
    type="number"
    aria-label="Value"
    className="w-[96px]!"
    value={String(value ?? '')}
    onChange={(text) => onChange(text === '' ? 0 : Number(text))}
  />
);

/** Values that contacts really have, or any other. */
function Suggested({ field, value, onChange }: { field: string; value: unknown; onChange: (value: unknown) => void }) {
  const { data, isLoading } = useRead(
    listFieldValues,
    { params: { field }, query: { limit: '100' } },
    { staleMs: 30_000 },
  );
  const known = new Map((data?.values ?? []).map((each) => [String(each), each]));
  return (
    <Combobox
      label="Value"
      className="w-[200px]!"
      value={value === '' || value === undefined ? undefined : String(value)}
      isFree
      isLoading={isLoading}
      onChange={(text) => onChange(known.get(text) ?? text)}
      options={[...known.keys()].map((text) => ({ value: text, label: text }))}
    />
  );
}
