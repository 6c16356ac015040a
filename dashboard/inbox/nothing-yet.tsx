import { useQuery } from '@tanstack/react-query';
import { listDomains } from '../../contract/domains.ts';
import { queryOf } from '../api.ts';
import { FirstDomain } from '../guide/first-domain.tsx';
import { SendSnippet } from '../guide/send-snippet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** An inbox without mail teaches how the first one gets here. */
export function NothingYet() {
  const { data: domains, isPending } = useQuery(queryOf(listDomains, { params: { projectId: 'current' } }));
  const sender = domains?.find(({ verified }) => verified);
  return (
    <div className="flex min-w-0 flex-1 overflow-y-auto">
      <div className="m-auto flex w-full max-w-[680px] min-w-0 flex-col gap-5 p-4 py-8 md:p-8">
        <div>
          <h2 className="text-title font-semibold">No mail yet</h2>
          <p className="mt-1 max-w-[560px] text-ink-soft">
            While the server captures mail (its default), nothing leaves this machine: every mail you send shows up here
            within a second. {isPending || sender ? 'Send the first one:' : 'A mail needs a domain to come from:'}
          </p>
        </div>
        {isPending && <Skeleton className="h-40 w-full" />}
        {!isPending && !sender && (
          <div className="rounded-md border border-line p-4">
            <FirstDomain pending={domains?.[0]} />
          </div>
        )}
        {sender && <FirstSend domain={sender.domain} />}
      </div>
    </div>
  );
}

function FirstSend({ domain }: { domain: string }) {
  return (
    <>
      <SendSnippet domain={domain} />
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <span className="size-2 shrink-0 rounded-full bg-brass" aria-hidden="true" />
        Waiting for the first mail. The copied command holds your whole key.
      </p>
    </>
  );
}
