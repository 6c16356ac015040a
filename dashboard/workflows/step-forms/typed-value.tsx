import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

type Kind = 'text' | 'number' | 'boolean' | 'json';

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes/no' },
] as const;
const WITH_JSON = [...KINDS, { value: 'json', label: 'JSON' }] as const;

const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

interface TypedValueProps {
  /** For those who hear the page. */
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A value with its type: text "5" and number 5 are not equal. */
export function TypedValue({ label, value, onChange }: TypedValueProps) {
  const kind = kindOf(value);
  return (
    <span className="flex min-w-0 flex-1 gap-2">
      <Select<Kind>
        aria-label={`Type of ${label}`}
        className="w-[96px] shrink-0"
        value={kind}
        onChange={(chosen) => onChange(as(chosen, value))}
        options={kind === 'json' ? WITH_JSON : KINDS}
      />
      {kind === 'boolean' && (
        <Select
          aria-label={label}
          className="min-w-0 flex-1"
          value={String(value)}
          onChange={(text) => onChange(text === 'true')}
          options={YES_NO}
        />
      )}
      {kind === 'json' && <Input aria-label={label} value={JSON.stringify(value)} readOnly />}
      {(kind === 'text' || kind === 'number') && (
        <Input
          aria-label={label}
          type={kind}
          step="any"
          value={value === undefined || value === null ? '' : String(value)}
          onChange={(text) => onChange(kind === 'number' ? Number(text) : text)}
        />
      )}
    </span>
  );
}

function kindOf(value: unknown): Kind {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}

function as(kind: Kind, value: unknown): unknown {
  if (kind === 'number') return Number.isFinite(Number(value)) ? Number(value) : 0;
  if (kind === 'boolean') return value === true || value === 'true';
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** What a value of a field of this type begins with; one that was typed before stays where it fits. */
export function valueForType(type: string | undefined, before: unknown): unknown {
  if (type === 'boolean') return typeof before === 'boolean' ? before : true;
  if (type === 'number') return as('number', before);
  return before ?? '';
}
