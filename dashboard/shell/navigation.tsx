import { Link } from '@tanstack/react-router';
import { BookOpen, Inbox, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { endSession } from '../sign-in/session.ts';

const ITEM =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-sm text-ink-soft transition-colors duration-100 ' +
  'hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink';

const ICON = 'size-4 shrink-0';

/** The places of the product; narrow, it shows icons alone. */
export function Navigation({ isNarrow = false, onChoose }: { isNarrow?: boolean; onChoose?: () => void }) {
  const label = (text: string) => <span className={isNarrow ? 'sr-only' : ''}>{text}</span>;
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      <Heading isNarrow={isNarrow}>Delivery</Heading>
      <Link to="/inbox/{-$id}" className={ITEM} title="Inbox" onClick={onChoose}>
        <Inbox className={ICON} aria-hidden="true" />
        {label('Inbox')}
      </Link>
      <div className="mt-auto" />
      <a href="/docs" className={ITEM} title="API reference">
        <BookOpen className={ICON} aria-hidden="true" />
        {label('API reference')}
      </a>
      <button type="button" className={ITEM} title="Disconnect" onClick={() => endSession()}>
        <Unplug className={ICON} aria-hidden="true" />
        {label('Disconnect')}
      </button>
    </nav>
  );
}

function Heading({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  return <p className={isNarrow ? 'sr-only' : 'px-2 pt-2 pb-1 text-xs text-ink-faint'}>{children}</p>;
}
