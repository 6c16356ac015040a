import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field.tsx';
import { CONTROL } from './input.tsx';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  isDisabled?: boolean;
}

interface SelectProps<Value extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'size' | 'children'> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  /** Lower, for filter bars. */
  size?: 'sm' | 'md';
}

/** A choice from a short list. The browser's own: it works on every phone and for every reader. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  size = 'md',
  className = '',
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={`relative inline-flex ${className}`}>
      <select
        {...useFieldWiring()}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`${CONTROL} appearance-none truncate pr-8 pl-3 ${size === 'sm' ? 'h-8 text-sm' : 'h-9'}`}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
        aria-hidden="true"
      />
    </span>
  );
}
