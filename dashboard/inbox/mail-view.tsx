import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useMedia } from '../ui/use-media.ts';
import type { Mail } from './mail.ts';
import { MailHeading } from './mail-heading.tsx';
import { MailTabs } from './mail-tabs.tsx';
import { SimulateMenu } from './simulate-menu.tsx';
import { useMail } from './use-inbox.ts';
import { useInboxUrl } from './use-inbox-url.ts';

/** One mail; its heading comes from the list at once, the rest when it is loaded. */
export function MailView({ id, summary }: { id: string; summary: Mail | undefined }) {
  const { data, error, refetch } = useMail(id);
  const { close } = useInboxUrl();
  const back = useFocusOnPhone();
  const heading = data ?? summary;
  return (
    <article aria-label="Mail" className="flex min-w-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center border-b border-line px-2 md:hidden">
        <Button ref={back} onClick={close} className="border-transparent px-2 text-ink-soft">
          <ArrowLeft className="size-4" aria-hidden="true" />
          All mails
        </Button>
      </div>
      {error ? (
        <MailError error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {heading ? (
            <MailHeading mail={heading} actions={<Actions id={id} html={data?.html} />} />
          ) : (
            <HeadingSkeleton />
          )}
          {data ? <MailTabs mail={data} /> : <BodySkeleton />}
        </>
      )}
    </article>
  );
}

function Actions({ id, html }: { id: string; html: string | null | undefined }) {
  return (
    <>
      {html && <SimulateMenu html={html} />}
      <LinkButton look="quiet" size="sm" from="/p/$projectId" to="/p/$projectId/emails/$id" params={{ id }}>
        See in Emails
      </LinkButton>
    </>
  );
}

function MailError({
  error,
  onRetry,
}: {
  error: { status: number; message: string; requestId: string | undefined };
  onRetry: () => void;
}) {
  if (error.status === 404) {
    return (
      <ErrorNote
        title="This mail is not in the inbox"
        message="It was deleted, or the link belongs to another project."
      />
    );
  }
  return (
    <ErrorNote title="The mail cannot be shown" message={error.message} requestId={error.requestId} onRetry={onRetry} />
  );
}

/** On a phone the mail takes the place of the list, and with it the focus. */
function useFocusOnPhone() {
  const back = useRef<HTMLButtonElement>(null);
  const isPhone = !useMedia('(min-width: 768px)');
  useEffect(() => {
    if (isPhone) back.current?.focus();
  }, [isPhone]);
  return back;
}

function HeadingSkeleton() {
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 pb-3 md:px-6">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-3 w-1/2" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  );
}

function BodySkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the mail"
      className="flex flex-1 flex-col gap-3 border-t border-line p-4 md:p-6"
    >
      <Skeleton className="h-3 w-1/4" />
      <Skeleton className="mt-2 h-3 w-4/5" />
      <Skeleton className="h-3 w-3/4" />
      <Skeleton className="h-3 w-5/6" />
    </div>
  );
}
