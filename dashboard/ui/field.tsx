import type { ComponentProps } from 'react';
import { useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  help?: string;
  error?: string | undefined;
}

/** Label above, help below, the error in its place. */
export function Field({ label, help, error, className = '', ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={`h-9 w-full rounded-md border border-line-strong bg-paper px-3 text-base max-md:text-lg placeholder:text-ink-faint aria-invalid:border-danger ${className}`}
        {...input}
      />
      <p id={`${id}-note`} aria-live="polite" className={`text-sm ${error ? 'text-danger' : 'text-ink-soft'}`}>
        {error ?? help}
      </p>
    </div>
  );
}
