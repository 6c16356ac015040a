import type { ReactNode } from 'react';

interface CardProps {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for tables and lists. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A bordered part of a page with its own heading. */
export function Card({ title, note, actions, isFlush = false, className = '', children }: CardProps) {
  return (
    <section
      className={`min-w-0 rounded-md border border-line bg-paper ${className}`}
      {...(title ? { 'aria-label': title } : {})}
    >
      {(title || actions) && (
        <header className="flex min-h-12 items-center justify-between gap-4 border-b border-line px-4 py-2">
          <div className="min-w-0">
            {title && <h2 className="font-semibold">{title}</h2>}
            {note && <p className="text-sm text-ink-soft">{note}</p>}
          </div>
          {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? '' : 'p-4'}>{children}</div>
    </section>
  );
}
