import { type ReactNode, useEffect } from 'react';
import { Mark } from '../ui/mark.tsx';

interface DoorProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
  /** Under the card: the other way in. */
  below?: ReactNode;
}

/** One card in the middle: every page that is seen without being signed in. */
export function Door({ title, note, children, below }: DoorProps) {
  useEffect(() => {
    document.title = `${title} · Posthorn`;
  }, [title]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-sunken p-4">
      <div className="flex w-full max-w-[400px] flex-col gap-5 rounded-md border border-line bg-paper p-6">
        <Mark className="size-8" />
        <div className="flex flex-col gap-1">
          <h1 className="text-title font-semibold">{title}</h1>
          {note && <p className="text-ink-soft">{note}</p>}
        </div>
        {children}
      </div>
      {below && <p className="text-sm text-ink-soft">{below}</p>}
    </main>
  );
}

export const DOOR_LINK = 'font-medium text-ink underline underline-offset-4';
