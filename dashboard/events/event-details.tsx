import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteEvents, eventStats, eventUsage, listEvents } from '../../contract/events.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { counted, number } from '../ui/format.ts';
import { KeyValues } from '../ui/key-values.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useRead } from '../use-api.ts';

/** One event name: how often, where it is used, and the latest ones with what they carried. */
export function EventDetails({ name, onDeleted }: { name: string; onDeleted: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { data: usage } = useRead(eventUsage, { params: { eventName: name } });
  const { data: latest } = useRead(listEvents, { query: { eventName: name, limit: '20' } });
  const users = usage ? [...usage.usedInSegments, ...usage.usedInCampaigns, ...usage.usedInWorkflows] : [];
  return (
    <div className="flex flex-col gap-6">
      {!usage && <Skeleton className="h-20 w-full" />}
      {usage && (
        <KeyValues
          items={[
            { name: 'Times', value: number(usage.totalCount) },
            { name: 'Contacts', value: number(usage.uniqueContacts) },
            { name: 'Used by', value: users.length > 0 ? users.map((each) => each.name).join(', ') : 'nothing' },
          ]}
        />
      )}
      <section aria-label="Latest" className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">Latest</h3>
        {!latest && <Skeleton className="h-40 w-full" />}
        <ul className="divide-y divide-line rounded-md border border-line text-sm">
          {latest?.events.map(({ id, contact, contactId, data, createdAt }) => (
            <li key={id} className="flex flex-col gap-1 px-3 py-2">
              <span className="flex justify-between gap-4">
                {contact && contactId ? (
                  <Link
                    from="/p/$projectId"
                    to="/p/$projectId/contacts/$id"
                    params={{ id: contactId }}
                    className="min-w-0 truncate rounded-sm hover:underline"
                  >
                    {contact.email}
                  </Link>
                ) : (
                  <span className="text-ink-faint">no contact</span>
                )}
                <Time iso={createdAt} className="text-ink-faint" />
              </span>
              {data !== null && (
                <code className="font-mono text-xs text-ink-soft [overflow-wrap:anywhere]">{JSON.stringify(data)}</code>
              )}
            </li>
          ))}
        </ul>
      </section>
      {usage && (
        <div className="flex flex-col gap-1">
          <div>
            <Button look="dangerQuiet" disabled={!usage.canDelete} onClick={() => setIsDeleting(true)}>
              Delete {counted(usage.totalCount, 'event')}
            </Button>
          </div>
          {!usage.canDelete && <p className="text-xs text-ink-faint">It is used or built in, and cannot be deleted.</p>}
        </div>
      )}
      {isDeleting && usage && (
        <DeleteDialog name={name} count={usage.totalCount} onClose={() => setIsDeleting(false)} onDeleted={onDeleted} />
      )}
    </div>
  );
}

interface DeleteDialogProps {
  name: string;
  count: number;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ name, count, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useCall(deleteEvents, {
    invalidates: [eventStats, listEvents],
    onDone: ({ deletedCount }) => {
      toast(`${counted(deletedCount, 'event')} deleted`);
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete every “${name}”?`}
      action={`Delete ${counted(count, 'event')}`}
      isBusy={remove.isPending}
      typeToConfirm={name}
      onConfirm={() => remove.mutate({ params: { eventName: name } })}
    >
      {counted(count, 'event')} of this name are deleted from every contact's history. This cannot be undone.
    </ConfirmDialog>
  );
}
