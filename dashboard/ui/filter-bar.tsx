import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { type Option, Select } from './select.tsx';

/** Search and filters above a list; `onClear` appears once something is filtered. */
export function FilterBar({ children, onClear }: { children: ReactNode; onClear?: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {children}
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          <X className="size-3.5" aria-hidden="true" />
          Clear
        </Button>
      )}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  options: readonly Option[];
  /** What no choice is called: "Any status". */
  any: string;
}

export function Filter({ label, value, onChange, options, any }: FilterProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || undefined)}
      options={[{ value: '', label: any }, ...options]}
    />
  );
}
