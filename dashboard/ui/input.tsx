import type { ComponentProps } from 'react';
import { Field, useFieldWiring } from './field.tsx';

export const CONTROL =
  'w-full rounded-md border border-line-strong bg-paper text-base max-md:text-lg placeholder:text-ink-faint ' +
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-faint';

type Valued<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'onChange' | 'value'> & {
  value: string;
  onChange?: (value: string) => void;
};

export type InputProps = Valued<'input'>;

/** A line of text; also dates and numbers, by its type. */
export function Input({ onChange, className = '', ...rest }: InputProps) {
  return (
    <input
      {...useFieldWiring()}
      className={`${CONTROL} h-9 px-3 ${className}`}
      onChange={(event) => onChange?.(event.target.value)}
      {...rest}
    />
  );
}

export function Textarea({ onChange, className = '', rows = 4, ...rest }: Valued<'textarea'>) {
  return (
    <textarea
      {...useFieldWiring()}
      rows={rows}
      className={`${CONTROL} px-3 py-2 ${className}`}
      onChange={(event) => onChange?.(event.target.value)}
      {...rest}
    />
  );
}

type Labelled = Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error' | 'aside' | 'isLabelHidden'>;

/** Field and Input in one: most forms are made of these. */
export function TextField({ label, help, error, aside, isLabelHidden, ...input }: Labelled & InputProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error}
      aside={aside}
      {...(isLabelHidden === undefined ? {} : { isLabelHidden })}
    >
      <Input {...input} />
    </Field>
  );
}
