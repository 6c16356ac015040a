import { TextField } from './input.tsx';

interface DateTimeFieldProps {
  label: string;
  help?: string;
  error?: string | undefined;
  /** ISO 8601, or empty. */
  value: string;
  onChange: (iso: string) => void;
  /** ISO 8601: earlier cannot be chosen. */
  min?: string;
  isLabelHidden?: boolean;
}

/** Day and time in the person's own time zone; ISO on the outside. */
export function DateTimeField({ value, onChange, min, help, ...rest }: DateTimeFieldProps) {
  return (
    <TextField
      {...rest}
      help={help ?? `Your time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
      type="datetime-local"
      value={localText(value)}
      {...(min ? { min: localText(min) } : {})}
      onChange={(text) => onChange(text === '' ? '' : new Date(text).toISOString())}
    />
  );
}

const two = (n: number): string => String(n).padStart(2, '0');

function localText(iso: string): string {
  const date = new Date(iso);
  if (iso === '' || Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
