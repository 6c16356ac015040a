import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Contact, deleteContact, getContact, listContacts } from '../../contract/contacts.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useListed, useRead } from '../use-api.ts';
import { ContactFields } from './contact-fields.tsx';
import { ContactIdentity } from './contact-identity.tsx';
import { ContactTimeline } from './contact-timeline.tsx';

const TRAIL = [{ label: 'Contacts', link: { from: '/p/$projectId', to: '/p/$projectId/contacts' } }] as const;

/** Who it is at the left, what happened at the right. */
export function ContactPage() {
  const { id } = useParams({ from: '/p/$projectId/contacts/$id' });
  const [isDeleting, setIsDeleting] = useState(false);
  const {
    data: contact,
    error,
    refetch,
  } = useRead(getContact, { params: { id } }, { known: useListed(listContacts, id) });
  return (
    <Page
      title={contact?.email ?? 'Contact'}
      trail={TRAIL}
      layout="page"
      actions={
        contact && (
          <Button look="dangerQuiet" onClick={() => setIsDeleting(true)}>
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Delete</span>
          </Button>
        )
      }
    >
      {error && !contact && (
        <ErrorNote
          title="The contact cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[360px_minmax(0,1fr)]">
        {!contact && !error && <Skeleton className="h-96 w-full" />}
        {contact && (
          <div className="flex min-w-0 flex-col gap-4">
            <ContactIdentity contact={contact} />
            <ContactFields contact={contact} />
          </div>
        )}
        {!error && <ContactTimeline contactId={id} />}
      </div>
      {isDeleting && contact && <DeleteDialog contact={contact} onClose={() => setIsDeleting(false)} />}
    </Page>
  );
}

function DeleteDialog({ contact: { id, email }, onClose }: { contact: Contact; onClose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const remove = useCall(deleteContact, {
    invalidates: [listContacts],
    onDone: () => {
      toast(`${email} is deleted`);
      void navigate({ to: '/p/$projectId/contacts' });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${email}?`}
      action="Delete the contact"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      The contact's fields, events and emails are deleted too. This cannot be undone. To only stop campaigns,
      unsubscribe the contact instead.
    </ConfirmDialog>
  );
}
