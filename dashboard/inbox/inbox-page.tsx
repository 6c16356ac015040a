import { useRef } from 'react';
import { Page } from '../shell/page.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { counted } from '../ui/format.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useMedia } from '../ui/use-media.ts';
import { EmptyInbox } from './empty-inbox.tsx';
import { filtered, ListFilter } from './list-filter.tsx';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { useInbox } from './use-inbox.ts';
import { useInboxUrl } from './use-inbox-url.ts';
import { useListKeys } from './use-list-keys.ts';
import { useNewMail, useOpeningNewest } from './use-new-mail.ts';

const TWO_PANES = '(min-width: 768px)';

export function InboxPage() {
  const url = useInboxUrl();
  const inbox = useInbox();
  const filter = useRef<HTMLInputElement>(null);
  const hasTwoPanes = useMedia(TWO_PANES);
  const newestId = inbox.mails[0]?.id;
  const mails = filtered(inbox.mails, url.q ?? '');
  const isNew = useNewMail(newestId, { isLoading: inbox.isLoading, openId: url.id });
  useOpeningNewest(newestId, { isWanted: hasTwoPanes && !url.id, open: (id) => url.open(id, { isStep: true }) });
  useListKeys({ mails, openId: url.id, open: url.open, close: url.close, filter });

  if (inbox.error) return <Failed error={inbox.error} onRetry={inbox.retry} />;
  if (!inbox.isLoading && !newestId) {
    return (
      <Page title="Inbox" layout="fill">
        <NothingYet />
      </Page>
    );
  }
  const open = inbox.mails.find(({ id }) => id === url.id);
  return (
    <Page
      title="Inbox"
      layout="fill"
      note={inbox.isLoading ? '' : counted(inbox.total, 'mail')}
      tabTitle={open?.subject || 'Inbox'}
      actions={!inbox.isLoading && <EmptyInbox total={inbox.total} onEmptied={url.close} />}
    >
      <section
        aria-label="Captured mails"
        className={`w-full flex-col md:flex md:w-[288px] md:shrink-0 md:border-r md:border-line lg:w-[340px] ${url.id ? 'hidden' : 'flex'}`}
      >
        <ListFilter input={filter} value={url.q ?? ''} onChange={(q) => url.change({ q: q || undefined })} />
        <MailList inbox={inbox} mails={mails} isNew={isNew} />
      </section>
      {url.id ? <MailView key={url.id} id={url.id} summary={open} /> : <NothingOpen />}
    </Page>
  );
}

function Failed({
  error,
  onRetry,
}: {
  error: { message: string; requestId?: string | undefined };
  onRetry: () => void;
}) {
  return (
    <Page title="Inbox" layout="fill">
      <ErrorNote
        title="The inbox cannot be shown"
        message={error.message}
        requestId={error.requestId}
        onRetry={onRetry}
      />
    </Page>
  );
}

function NothingOpen() {
  return (
    <div className="m-auto hidden flex-col items-center gap-3 text-sm text-ink-faint md:flex">
      <p>Choose a mail to read it here.</p>
      <p className="flex items-center gap-1.5">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd> move <Kbd>enter</Kbd> open <Kbd>esc</Kbd> close <Kbd>/</Kbd> filter
      </p>
    </div>
  );
}
