import { Download, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { listRecipients, retryCampaign } from '../../contract/campaign-tools.ts';
import { type Campaign, campaignStats, getCampaign } from '../../contract/campaigns.ts';
import { emailStatus } from '../../contract/emails.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useCursorList, useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { useRecipientsCsv } from './use-recipients-csv.ts';

type Recipient = z.infer<(typeof listRecipients)['response']>['data'][number];

const COLUMNS: readonly Column<Recipient>[] = [
  {
    id: 'email',
    header: 'Address',
    cell: ({ email }) => <span className="block truncate">{email}</span>,
    width: 'w-[32%]',
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, width: 'w-[130px]' },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => (
      <span className="block truncate text-ink-soft" title={reason ?? undefined}>
        {reason ?? '–'}
      </span>
    ),
    hideBelow: 'md',
  },
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ sentAt }) => (sentAt ? <Time iso={sentAt} /> : '–'),
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

const STATUSES = emailStatus.options.map((status) => ({
  value: status,
  label: status.charAt(0) + status.slice(1).toLowerCase(),
}));
const AGAIN_MS = 3000;

/** The ledger of the campaign: everyone, with state and reason. */
export function CampaignRecipients({ campaign }: { campaign: Campaign }) {
  const { search, change } = useUrl();
  const status = emailStatus.safeParse(search.status).data;
  const list = useCursorList(
    listRecipients,
    { params: { id: campaign.id }, query: { limit: '50', status } },
    { everyMs: AGAIN_MS },
  );
  const csv = useRecipientsCsv(campaign.id, status);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      <div className="flex flex-wrap items-center gap-2 px-4">
        <FilterBar onClear={status ? () => change({ status: undefined }) : undefined}>
          <Filter
            label="Status"
            any="Any status"
            value={status}
            onChange={(value) => change({ status: value })}
            options={STATUSES}
          />
        </FilterBar>
        <span className="text-sm text-ink-faint tabular-nums">
          {list.isLoading ? '' : counted(list.total, 'recipient')}
        </span>
        <span className="ml-auto flex gap-2">
          <Retry campaign={campaign} />
          <Button onClick={csv.start} disabled={csv.isBusy}>
            <Download className="size-4" aria-hidden="true" />
            CSV
          </Button>
        </span>
      </div>
      <DataTable
        className="flex-1"
        label="Recipients"
        columns={COLUMNS}
        list={list}
        rowKey={({ emailId }) => emailId}
        rowLink={({ emailId }) => ({ from: '/p/$projectId', to: '/p/$projectId/emails/$id', params: { id: emailId } })}
        empty={
          <EmptyState title={status ? 'Nobody is in that state' : 'Nobody yet'}>
            Everyone the campaign is for gets a line here as soon as sending starts.
          </EmptyState>
        }
      />
    </div>
  );
}

/** Those that failed or whose fate is unknown, once more; only a person decides that. */
function Retry({ campaign: { id } }: { campaign: Campaign }) {
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useRead(campaignStats, { params: { id } });
  const retry = useCall(retryCampaign, {
    invalidates: [listRecipients, getCampaign, campaignStats],
    onDone: ({ message }) => {
      toast(message);
      setIsAsking(false);
    },
  });
  const count = (data?.data.failedCount ?? 0) + (data?.data.unknownCount ?? 0);
  if (count === 0) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        <RotateCcw className="size-4" aria-hidden="true" />
        Retry {counted(count, 'recipient')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Send to ${counted(count, 'recipient')} once more?`}
        action={`Retry ${counted(count, 'recipient')}`}
        look="primary"
        isBusy={retry.isPending}
        onConfirm={() => retry.mutate({ params: { id }, body: {} })}
      >
        Those whose mail failed get it. Those whose fate is unknown may get it twice: the relay was cut off before it
        answered.
      </ConfirmDialog>
    </>
  );
}
