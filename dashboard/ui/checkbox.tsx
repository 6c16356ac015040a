import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { useId } from 'react';

interface CheckboxProps {
  /** Read out, and shown beside the box unless hidden. */
  label: string;
  isLabelHidden?: boolean;
  help?: string;
  isChecked: boolean | 'some';
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
}

export function Checkbox({ label, isLabelHidden = false, help, isChecked, onChange, isDisabled }: CheckboxProps) {
  const id = useId();
  const box = (
    <Radix.Root
      id={id}
      checked={isChecked === 'some' ? 'indeterminate' : isChecked}
      onCheckedChange={(state) => onChange(state === true)}
      {...(isDisabled ? { disabled: true } : {})}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      className="relative flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-paper before:absolute before:-inset-2 disabled:opacity-50 data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=checked]:text-paper data-[state=indeterminate]:border-ink data-[state=indeterminate]:bg-ink data-[state=indeterminate]:text-paper"
    >
      <Radix.Indicator>
        {isChecked === 'some' ? (
          <Minus className="size-3" strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check className="size-3" strokeWidth={3} aria-hidden="true" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
  if (isLabelHidden) return box;
  return (
    <div className="flex items-start gap-2.5">
      <span className="flex h-5 items-center">{box}</span>
      <label htmlFor={id} className="min-w-0 cursor-pointer">
        {label}
        {help && <span className="block text-sm text-ink-soft">{help}</span>}
      </label>
    </div>
  );
}
