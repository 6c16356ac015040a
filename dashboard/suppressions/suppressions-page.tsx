import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { addSuppression, listSuppressions, removeSuppression, type Suppression } from '../../contract/suppressions.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { TextField } from '../ui/input.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useCursorList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';

const REASONS = { BOUNCE: 'Bounced', COMPLAINT: 'Complained', MANUAL: 'By hand' };

/** Addresses that get no mail, and why. */
export function SuppressionsPage() {
  const { search, change } = useUrl();
  const [leaving, setLeaving] = useState<Suppression>();
  const list = useCursorList(listSuppressions, { query: { limit: '50', search: search.q } });
  const isAdding = search.new === '1';
  return (
    <Page
      title="Suppressions"
      note={list.isLoading ? undefined : counted(list.total, 'address', 'addresses')}
      layout="list"
      actions={
        <Button look="primary" onClick={() => change({ new: '1' })}>
          Suppress an address
        </Button>
      }
    >
      <FilterBar>
        <SearchField label="Search addresses" value={search.q ?? ''} onChange={(q) => change({ q })} />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Suppressed addresses"
        columns={columns(setLeaving)}
        list={list}
        rowKey={({ email }) => email}
        empty={
          <EmptyState
            icon={<ShieldOff aria-hidden="true" />}
            title={search.q ? 'No address matches' : 'Nobody is suppressed'}
          >
            Addresses that bounced for good or complained land here and get no more mail of any kind.
          </EmptyState>
        }
      />
      <AddDialog isOpen={isAdding} onClose={() => change({ new: undefined })} />
      {leaving && <AllowDialog suppression={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  );
}

const columns = (onAllow: (row: Suppression) => void): readonly Column<Suppression>[] => [
  {
    id: 'email',
    header: 'Address',
    cell: ({ email, reason }) => (
      <>
        <span className="block truncate">{email}</span>
        <span className="block truncate text-xs text-ink-faint sm:hidden">{REASONS[reason]}</span>
      </>
    ),
    width: 'sm:w-[32%]',
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <Badge tone={reason === 'MANUAL' ? 'neutral' : 'bad'}>{REASONS[reason]}</Badge>,
    width: 'w-[130px]',
    hideBelow: 'sm',
  },
  {
    id: 'detail',
    header: 'What the other server said',
    cell: ({ detail }) => (
      <span className="block truncate text-ink-soft" title={detail ?? undefined}>
        {detail ?? '–'}
      </span>
    ),
    hideBelow: 'md',
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
  {
    id: 'allow',
    header: 'Allow again',
    isHeaderHidden: true,
    isInteractive: true,
    cell: (row) => (
      <Button look="quiet" size="sm" onClick={() => onAllow(row)} aria-label={`Allow mail to ${row.email} again`}>
        Allow
      </Button>
    ),
    width: 'w-[90px]',
    align: 'right',
  },
];

function AddDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const form = useForm({
    endpoint: addSuppression,
    initial: { email: '' },
    input: (body: { email: string }) => ({ body }),
    invalidates: [listSuppressions],
    onDone: ({ email }) => {
      toast(`${email} gets no more mail`);
      form.reset({ email: '' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Suppress an address"
      action="Suppress"
      busy="Suppressing…"
    >
      <TextField
        label="Address"
        type="email"
        help="No mail of this project goes there any more, password resets and receipts included."
        {...form.field('email')}
      />
    </FormDialog>
  );
}

function AllowDialog({ suppression: { email, reason }, onClose }: { suppression: Suppression; onClose: () => void }) {
  const remove = useCall(removeSuppression, {
    invalidates: [listSuppressions],
    onDone: () => {
      toast(`${email} gets mail again`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Allow mail to ${email} again?`}
      action="Allow"
      look="primary"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { email } })}
    >
      {reason === 'MANUAL'
        ? 'Mail to this address leaves again.'
        : 'Mail to this address leaves again. If it bounces or the person complains once more, that harms how all your mail is received. The contact stays unsubscribed until you or they change that.'}
    </ConfirmDialog>
  );
}
