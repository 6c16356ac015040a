interface SwitcherProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** A few choices side by side, one of them taken. */
export function Switcher<Value extends string>({ label, value, onChange, options }: SwitcherProps<Value>) {
  return (
    <fieldset className="flex shrink-0 rounded-md border border-line bg-paper p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="h-6 rounded-sm px-2 text-xs text-ink-soft hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
