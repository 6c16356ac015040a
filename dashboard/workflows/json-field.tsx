import { useState } from 'react';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';

interface JsonFieldProps {
  label: string;
  help?: string;
  value: unknown;
  /** Undefined: nothing is written there. Not called while the text is no JSON. */
  onChange: (value: unknown) => void;
  isObject?: boolean;
  rows?: number;
}

/** JSON typed by hand, told at once when it is none. */
export function JsonField({ label, help, value, onChange, isObject = false, rows = 4 }: JsonFieldProps) {
  const [text, setText] = useState(value === undefined || value === null ? '' : JSON.stringify(value, null, 2));
  const read = parsed(text, isObject);
  return (
    <Field label={label} help={help} error={'error' in read ? read.error : undefined}>
      <Textarea
        rows={rows}
        spellCheck={false}
        className="font-mono text-xs"
        placeholder={isObject ? '{ }' : ''}
        value={text}
        onChange={(typed) => {
          setText(typed);
          const now = parsed(typed, isObject);
          if (!('error' in now)) onChange(now.value);
        }}
      />
    </Field>
  );
}

function parsed(text: string, isObject: boolean): { value: unknown } | { error: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    const fits = !isObject || (typeof value === 'object' && value !== null && !Array.isArray(value));
    return fits ? { value } : { error: 'It must be an object: { … }' };
  } catch {
    return { error: 'This is not JSON yet' };
  }
}
