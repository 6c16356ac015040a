import { useState } from 'react';
import {
  type BulkOperation,
  bulkDelete,
  bulkSubscribe,
  bulkUnsubscribe,
  getBulkJob,
} from '../../contract/contact-tools.ts';
import { listContacts } from '../../contract/contacts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { counted } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { useJob } from './use-job.ts';

const ENDPOINTS = { subscribe: bulkSubscribe, unsubscribe: bulkUnsubscribe, delete: bulkDelete };
const DONE: Record<BulkOperation, string> = { subscribe: 'subscribed', unsubscribe: 'unsubscribed', delete: 'deleted' };
const WHAT: Record<BulkOperation, string> = {
  subscribe: 'They get campaigns again. Only with their consent.',
  unsubscribe: 'They get no more campaigns. Receipts and other transactional mail still reach them.',
  delete: 'Their fields, events and emails are deleted too. This cannot be undone.',
};

/** What can be done to the ticked contacts; it runs in the background and tells when it is done. */
export function BulkActions({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const [asked, setAsked] = useState<BulkOperation>();
  const [jobId, setJobId] = useState<string>();
  const isRunning = jobId !== undefined;
  const progress = useJob(getBulkJob, jobId, {
    invalidates: [listContacts],
    onEnd: ({ result, failedReason }) => {
      if (result) toast(`${counted(result.successCount, 'contact')} ${DONE[result.operation]}`);
      else toast(failedReason ?? 'The change failed');
      setJobId(undefined);
      onDone();
    },
  });
  if (isRunning) return <span className="text-sm whitespace-nowrap tabular-nums">Working… {progress}%</span>;
  return (
    <>
      <Button onClick={() => setAsked('subscribe')}>Subscribe</Button>
      <Button onClick={() => setAsked('unsubscribe')}>Unsubscribe</Button>
      <Button look="dangerQuiet" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked && <Asking operation={asked} ids={ids} onClose={() => setAsked(undefined)} onBegun={setJobId} />}
    </>
  );
}

interface AskingProps {
  operation: BulkOperation;
  ids: string[];
  onClose: () => void;
  onBegun: (jobId: string) => void;
}

function Asking({ operation, ids, onClose, onBegun }: AskingProps) {
  const begin = useCall(ENDPOINTS[operation], {
    onDone: ({ jobId }) => {
      onClose();
      onBegun(jobId);
    },
  });
  const words = `${operation.charAt(0).toUpperCase()}${operation.slice(1)} ${counted(ids.length, 'contact')}`;
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`${words}?`}
      action={words}
      look={operation === 'delete' ? 'danger' : 'primary'}
      isBusy={begin.isPending}
      onConfirm={() => begin.mutate({ body: { contactIds: ids } })}
    >
      {WHAT[operation]}
    </ConfirmDialog>
  );
}
