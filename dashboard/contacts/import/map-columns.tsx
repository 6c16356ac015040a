import { useId } from 'react';
import { listFields } from '../../../contract/contact-tools.ts';
import { byteSize } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { useRead } from '../../use-api.ts';
import { type Becomes, withColumn } from './column-mapping.ts';
import type { Preview } from './read-preview.ts';

const ROLES = [
  { value: 'email', label: 'Address' },
  { value: 'subscribed', label: 'Subscription' },
  { value: 'field', label: 'Field' },
  { value: 'skip', label: 'Skip' },
] as const;

interface MapColumnsProps {
  preview: Preview;
  mapping: readonly Becomes[];
  onChange: (mapping: Becomes[]) => void;
  problem: string | undefined;
}

/** Each column of the file with its first values, and what it becomes. */
export function MapColumns({ preview: { file, header, rows }, mapping, onChange, problem }: MapColumnsProps) {
  const known = useId();
  const { data: fields } = useRead(listFields, {});
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-sm">
        <span className="font-medium [overflow-wrap:anywhere]">{file.name}</span>{' '}
        <span className="text-ink-faint">{byteSize(file.size)}</span>
      </p>
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <section
        aria-label="Columns"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[min(420px,50dvh)] overflow-y-auto rounded-md border border-line"
      >
        <ul className="divide-y divide-line">
          {mapping.map((becomes, at) => (
            <ColumnRow
              // Columns have no name that is theirs alone, and never move.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              name={header[at] || `Column ${at + 1}`}
              values={rows.map((row) => row[at] ?? '').filter(Boolean)}
              becomes={becomes}
              known={known}
              onChange={(change) => onChange(withColumn(mapping, at, change))}
            />
          ))}
        </ul>
      </section>
      <datalist id={known}>
        {fields?.fields
          .filter(({ isCustom }) => isCustom)
          .map(({ field }) => (
            <option key={field} value={field.replace(/^data\./, '')} />
          ))}
      </datalist>
      <p className="text-xs text-ink-faint">
        Known addresses are updated, new ones added. An empty cell changes nothing.
      </p>
    </div>
  );
}

interface ColumnRowProps {
  name: string;
  values: string[];
  becomes: Becomes;
  known: string;
  onChange: (change: Partial<Becomes>) => void;
}

function ColumnRow({ name, values, becomes: { as, field }, known, onChange }: ColumnRowProps) {
  return (
    <li className="grid items-center gap-x-3 gap-y-1.5 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_140px_minmax(0,180px)]">
      <div className={`min-w-0 ${as === 'skip' ? 'text-ink-faint' : ''}`}>
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-ink-faint">{values.join(' · ') || 'empty in the first rows'}</p>
      </div>
      <Select
        size="sm"
        aria-label={`${name} becomes`}
        value={as}
        onChange={(chosen) => onChange({ as: chosen })}
        options={ROLES}
        className="w-full"
      />
      {as === 'field' && (
        <Input
          aria-label={`Field for ${name}`}
          value={field}
          list={known}
          placeholder="Name of the field"
          onChange={(typed) => onChange({ field: typed })}
          className="h-8! text-sm"
        />
      )}
    </li>
  );
}
