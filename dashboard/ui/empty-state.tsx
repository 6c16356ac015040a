import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** One sentence that teaches. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** One snippet: a CodeBlock. */
  snippet?: ReactNode;
}

export function EmptyState({ icon, title, children, action, snippet }: EmptyStateProps) {
  return (
    <div className="m-auto flex w-full max-w-[620px] min-w-0 flex-col items-center gap-1 px-4 py-12 text-center">
      {icon && <span className="mb-2 text-ink-faint [&_svg]:size-6">{icon}</span>}
      <h2 className="font-semibold">{title}</h2>
      {children && <p className="max-w-[460px] text-ink-soft">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {snippet && <div className="mt-6 w-full min-w-0 text-left">{snippet}</div>}
    </div>
  );
}
