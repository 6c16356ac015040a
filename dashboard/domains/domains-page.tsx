import { Globe } from 'lucide-react';
import { listDomains } from '../../contract/domains.ts';
import { Page } from '../shell/page.tsx';
import { useIsAdmin, useProjectId } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { counted } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainCard } from './domain-card.tsx';

const AGAIN_MS = 30_000;

/** The domains that mail may come from, each with its DNS records and what DNS really says. */
export function DomainsPage() {
  const { search, change } = useUrl();
  const isAdmin = useIsAdmin();
  const projectId = useProjectId();
  const { data: domains, error, refetch } = useRead(listDomains, { params: { projectId } }, { everyMs: AGAIN_MS });
  const add = isAdmin && (
    <Button look="primary" onClick={() => change({ new: '1' })}>
      Add a domain
    </Button>
  );
  return (
    <Page title="Domains" note={domains && counted(domains.length, 'domain')} layout="page" actions={add}>
      {!domains && error && (
        <ErrorNote
          title="The domains cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {!domains && !error && <Skeleton className="h-64 w-full" />}
      {domains?.length === 0 && (
        <EmptyState icon={<Globe aria-hidden="true" />} title="No domains yet" action={add}>
          Mail needs a domain of yours to come from. Add it, create the DNS records shown, and it may send.
        </EmptyState>
      )}
      <div className="flex flex-col gap-4">
        {domains?.map((domain) => (
          <DomainCard key={domain.id} domain={domain} isFirst={domain.id === domains[0]?.id} />
        ))}
      </div>
      <AddDomainDialog isOpen={search.new === '1'} onClose={() => change({ new: undefined })} />
    </Page>
  );
}
