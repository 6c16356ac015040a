import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { counted } from '../ui/format.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import type { Mail } from './mail.ts';
import { MailRow } from './mail-row.tsx';
import type { useInbox } from './use-inbox.ts';
import { useStayInPlace } from './use-stay-in-place.ts';

interface MailListProps {
  inbox: ReturnType<typeof useInbox>;
  /** Of the loaded ones, those to show. */
  mails: Mail[];
  isNew: (mail: Mail) => boolean;
}

export function MailList({ inbox, mails, isNew }: MailListProps) {
  const box = useRef<HTMLElement>(null);
  useStayInPlace(box, mails[0]?.id);
  if (inbox.isLoading) return <ListSkeleton />;
  return (
    // The browser's own way of staying in place would add to ours, and not every browser has it.
    <nav ref={box} aria-label="Mails" className="relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]">
      {inbox.staleError && (
        <p role="status" className="border-b border-line bg-danger-soft px-4 py-2 text-xs text-danger">
          This list may be old: {inbox.staleError.message}
        </p>
      )}
      <ol>
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} isNew={isNew(mail)} />
        ))}
      </ol>
      <ListEnd inbox={inbox} shown={mails.length} />
    </nav>
  );
}

function ListEnd({ inbox, shown }: { inbox: MailListProps['inbox']; shown: number }) {
  const loaded = inbox.mails.length;
  const isFiltered = shown < loaded;
  return (
    <div className="flex flex-col items-center gap-2 p-4 text-center text-xs text-ink-faint">
      {isFiltered && (
        <p>
          {shown === 0 ? 'None' : counted(shown, 'mail')} of the {loaded} loaded {shown === 1 ? 'matches' : 'match'}
        </p>
      )}
      {inbox.moreError && <p className="text-danger">{inbox.moreError.message}</p>}
      {inbox.hasMore && (
        <Button onClick={inbox.loadMore} disabled={inbox.isLoadingMore}>
          {inbox.isLoadingMore ? 'Loading…' : `Load more (${counted(Math.max(inbox.total - loaded, 0), 'older mail')})`}
        </Button>
      )}
    </div>
  );
}
