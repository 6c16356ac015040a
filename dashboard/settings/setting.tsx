import type { ReactNode } from 'react';

interface SettingProps {
  title: string;
  note?: ReactNode;
  /** The button of a setting that is only an action. */
  action?: ReactNode;
  isDanger?: boolean;
  children?: ReactNode;
}

/** One group of settings: heading and explanation, then the form or the action. */
export function Setting({ title, note, action, isDanger = false, children }: SettingProps) {
  return (
    <section
      aria-label={title}
      className={`flex flex-col gap-4 rounded-md border bg-paper p-4 md:p-5 ${isDanger ? 'border-danger/40' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-[240px]">
          <h3 className="font-semibold">{title}</h3>
          {note && <div className="mt-0.5 text-sm text-ink-soft">{note}</div>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
