import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

const UNITS = ['minutes', 'hours', 'days'].map((unit) => ({ value: unit, label: unit }));

interface SpanInputProps {
  label: string;
  amount: unknown;
  unit: string;
  onChange: (span: { amount: number | undefined; unit: string }) => void;
}

/** A length of time: a number and its unit. */
export function SpanInput({ label, amount, unit, onChange }: SpanInputProps) {
  const known = typeof amount === 'number' ? amount : undefined;
  return (
    <div className="flex items-start gap-2">
      <Field label={label} className="flex-1">
        <Input
          type="number"
          min={0}
          step="any"
          value={known === undefined ? '' : String(known)}
          onChange={(text) => onChange({ amount: text === '' ? undefined : Number(text), unit })}
        />
      </Field>
      <Field label="Unit" className="w-[120px]">
        <Select
          className="w-full"
          value={unit}
          onChange={(chosen) => onChange({ amount: known, unit: chosen })}
          options={UNITS}
        />
      </Field>
    </div>
  );
}
