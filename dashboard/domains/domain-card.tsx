import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Domain, deleteDomain, listDomains } from '../../contract/domains.ts';
import { useIsAdmin } from '../shell/signed-in.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { RecordRow } from './record-row.tsx';
import { type RecordState, useDomainCheck } from './use-domain-check.ts';

/** A domain with its records: open while something is to be done, folded once it is verified. */
export function DomainCard({ domain, isFirst }: { domain: Domain; isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(!domain.verified || isFirst);
  const [isRemoving, setIsRemoving] = useState(false);
  const isAdmin = useIsAdmin();
  const { records, check, isChecking } = useDomainCheck(domain, isOpen);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section aria-label={domain.domain} className="min-w-0 rounded-md border border-line bg-paper">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-w-0 items-center gap-2 rounded-sm font-semibold"
        >
          <Chevron className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          <span className="truncate">{domain.domain}</span>
        </button>
        <Badge tone={domain.verified ? 'good' : 'active'}>{domain.verified ? 'Verified' : 'Pending'}</Badge>
        <span className="text-sm text-ink-faint">
          {domain.mode === 'trust' ? (
            'not looked up'
          ) : domain.checkedAt ? (
            <>
              checked <Time iso={domain.checkedAt} />
            </>
          ) : (
            'not checked yet'
          )}
        </span>
        <div className="ml-auto flex items-center gap-2">
          <Button onClick={check} disabled={isChecking}>
            {isChecking ? 'Checking…' : 'Check now'}
          </Button>
          {isAdmin && (
            <IconButton label={`Remove ${domain.domain}`} onClick={() => setIsRemoving(true)}>
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </header>
      {isOpen && <Records domain={domain} checked={records} />}
      {isRemoving && <RemoveDialog domain={domain} onClose={() => setIsRemoving(false)} />}
    </section>
  );
}

function Records({ domain, checked }: { domain: Domain; checked: RecordState[] }) {
  return (
    <div className="border-t border-line">
      <p className="px-4 pt-3 text-sm text-ink-soft">{hintOf(domain)}</p>
      <ul aria-label={`DNS records of ${domain.domain}`} className="divide-y divide-line">
        {domain.records.map((record) => (
          <RecordRow
            key={`${record.type} ${record.name} ${record.purpose}`}
            record={record}
            state={checked.find(
              (each) => each.name === record.name && each.type === record.type && each.purpose === record.purpose,
            )}
          />
        ))}
      </ul>
    </div>
  );
}

function hintOf({ verified, mode, bootstrapped }: Domain): string {
  if (mode === 'trust') {
    return 'This server only captures mail, so a check succeeds without DNS. Before mail really leaves, create these records.';
  }
  if (bootstrapped && !verified) return 'Declared by the operator, so it may send; create the records all the same.';
  if (verified) return 'Everything that is needed was found. The records are looked up again from time to time.';
  return 'Create these records where you manage the DNS of the domain. A change may take minutes to hours to be seen; this page looks again by itself.';
}

function RemoveDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const remove = useCall(deleteDomain, {
    invalidates: [listDomains],
    onDone: () => {
      toast(`${domain.domain} is removed`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${domain.domain}?`}
      action="Remove the domain"
      isBusy={remove.isPending}
      typeToConfirm={domain.domain}
      onConfirm={() => remove.mutate({ params: { id: domain.id } })}
    >
      Nothing can be sent from it any more. Its DKIM key is deleted: adding the domain again makes a new one, with a new
      DNS record.
    </ConfirmDialog>
  );
}
