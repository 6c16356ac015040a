import type { ReactNode } from 'react';
import { CopyIcon } from './copy-button.tsx';

export interface KeyValue {
  name: string;
  value: ReactNode;
  /** Makes a copy button. */
  copy?: string;
}

/** Facts about one thing: name left, value right. */
export function KeyValues({ items, label }: { items: readonly KeyValue[]; label?: string }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[minmax(88px,auto)_minmax(0,1fr)] gap-x-4 text-sm">
      {items.map(({ name, value, copy }) => (
        <div key={name} className="contents">
          <dt className="py-1.5 text-ink-faint">{name}</dt>
          <dd className="flex min-h-8 min-w-0 items-center gap-1 [overflow-wrap:anywhere]">
            <span className="min-w-0">{value}</span>
            {copy && <CopyIcon text={copy} what={name} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
