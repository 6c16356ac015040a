import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  help?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
}

/** For what takes effect at once or belongs to a setting: text left, switch right. */
export function Switch({ label, help, isOn, onChange, isDisabled = false, isLabelHidden = false }: SwitchProps) {
  const id = useId();
  const knob = (
    <Radix.Root
      id={id}
      checked={isOn}
      onCheckedChange={onChange}
      disabled={isDisabled}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      className="relative h-5 w-9 shrink-0 rounded-full border border-transparent bg-ink-faint transition-colors duration-100 disabled:opacity-50 data-[state=checked]:bg-ink"
    >
      <Radix.Thumb className="block size-4 translate-x-px rounded-full bg-paper transition-transform duration-100 data-[state=checked]:translate-x-[17px]" />
    </Radix.Root>
  );
  if (isLabelHidden) return knob;
  return (
    <div className="flex items-start justify-between gap-6">
      <label htmlFor={id} className="min-w-0 cursor-pointer">
        <span className="font-medium">{label}</span>
        {help && <span className="mt-0.5 block text-sm text-ink-soft">{help}</span>}
      </label>
      {knob}
    </div>
  );
}
