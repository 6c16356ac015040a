import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { counted } from '../ui/format.ts';
import { useEmptyInbox } from './use-inbox.ts';

export function EmptyInbox({ total, onEmptied }: { total: number; onEmptied: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const empty = useEmptyInbox({
    onEmptied: () => {
      setIsOpen(false);
      onEmptied();
    },
  });
  const mails = counted(total, 'mail');
  return (
    <>
      <Button onClick={() => setIsOpen(true)} className="border-transparent text-ink-soft">
        <Trash2 className="size-4" aria-hidden="true" />
        Empty inbox
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete ${mails}?`}
        action={empty.isPending ? 'Deleting…' : `Delete ${mails}`}
        isBusy={empty.isPending}
        onConfirm={() => empty.mutate()}
      >
        <p>
          {total === 1 ? 'The captured mail is' : `All ${mails} are`} deleted from this inbox for good. The record that{' '}
          {total === 1 ? 'it was' : 'they were'} sent stays.
        </p>
        {empty.error && (
          <p role="alert" className="mt-2 text-danger">
            {empty.error.message} (request {empty.error.requestId ?? 'without id'})
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
