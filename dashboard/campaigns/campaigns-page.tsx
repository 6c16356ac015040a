import { useNavigate } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { CAMPAIGN_STATUSES, type Campaign, listCampaigns } from '../../contract/campaigns.ts';
import { Page } from '../shell/page.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted, number, percent } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { Time } from '../ui/time.tsx';
import { useOffsetList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { NewCampaignDialog } from './new-campaign-dialog.tsx';

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({
  value: status,
  label: status.charAt(0) + status.slice(1).toLowerCase(),
}));

const AGAIN_MS = 5000;

const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: ({ name, subject }) => (
      <span className="block truncate">
        {name} <span className="text-ink-faint">{subject}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, paused }) => <StatusBadge status={paused ? 'PAUSED' : status} />,
    width: 'w-[130px]',
  },
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ sentCount, totalRecipients }) => (
      <span className="tabular-nums">
        {number(sentCount)} <span className="text-ink-faint">of {number(totalRecipients)}</span>
      </span>
    ),
    width: 'w-[150px]',
    align: 'right',
    hideBelow: 'sm',
  },
  {
    id: 'opened',
    header: 'Opened',
    cell: ({ openedCount, sentCount }) => (sentCount === 0 ? '–' : percent(openedCount / sentCount)),
    width: 'w-[100px]',
    align: 'right',
    hideBelow: 'md',
  },
  {
    id: 'changed',
    header: 'Changed',
    sortBy: 'updatedAt',
    cell: ({ updatedAt }) => <Time iso={updatedAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'lg',
  },
];

/** One mail to many contacts, each with where it stands. */
export function CampaignsPage() {
  const { search, change } = useUrl();
  const { q, status, sort = 'createdAt', dir = 'desc', page } = search;
  const navigate = useNavigate({ from: '/p/$projectId' });
  const list = useOffsetList(
    listCampaigns,
    { query: { search: q, status, sort, dir, page, pageSize: '50' } },
    { everyMs: AGAIN_MS },
  );
  const isFiltered = Boolean(q || status);
  const create = (
    <Button look="primary" onClick={() => change({ new: '1' })}>
      <Plus className="size-4" aria-hidden="true" />
      New campaign
    </Button>
  );
  return (
    <Page
      title="Campaigns"
      note={list.isLoading ? undefined : counted(list.total, 'campaign')}
      layout="list"
      actions={create}
    >
      <FilterBar onClear={isFiltered ? () => change({ q: undefined, status: undefined }) : undefined}>
        <SearchField
          label="Search campaigns"
          value={q ?? ''}
          onChange={(text) => change({ q: text, page: undefined })}
        />
        <Filter
          label="Status"
          any="Any status"
          value={status}
          onChange={(value) => change({ status: value, page: undefined })}
          options={STATUSES}
        />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Campaigns"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/campaigns/$id', params: { id } })}
        sorting={{ by: sort, dir: dir === 'asc' ? 'asc' : 'desc', onSort: (by, way) => change({ sort: by, dir: way }) }}
        empty={
          <EmptyState
            icon={<Megaphone aria-hidden="true" />}
            title={isFiltered ? 'No campaign matches' : 'No campaigns yet'}
            action={isFiltered ? undefined : create}
          >
            A campaign sends one mail to many contacts: write it, choose who gets it, look at it once more, and send.
          </EmptyState>
        }
      />
      <Pager
        page={list.page}
        totalPages={list.totalPages}
        total={list.total}
        onPage={(to) => change({ page: String(to) })}
      />
      <NewCampaignDialog
        isOpen={search.new === '1'}
        onClose={() => change({ new: undefined })}
        onMade={(id) => void navigate({ to: '/p/$projectId/campaigns/$id', params: { id } })}
      />
    </Page>
  );
}
