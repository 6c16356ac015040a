import { useNavigate } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { CAMPAIGN_STATUSES, listCampaigns } from '../../contract/campaigns.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { useOffsetList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx';
import { NewCampaignDialog } from './new-campaign-dialog.tsx';

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({
  value: status,
  label: status.charAt(0) + status.slice(1).toLowerCase(),
}));

const AGAIN_MS = 5000;

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
        columns={CAMPAIGN_COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/campaigns/$id', params: { id } })}
        sorting={{ by: sort, dir: dir === 'asc' ? 'asc' : 'desc', onSort: (by, way) => change({ sort: by, dir: way }) }}
        empty={<NoCampaigns isFiltered={isFiltered} create={create} />}
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

const NoCampaigns = ({ isFiltered, create }: { isFiltered: boolean; create: ReactNode }) => (
  <EmptyState
    icon={<Megaphone aria-hidden="true" />}
    title={isFiltered ? 'No campaign matches' : 'No campaigns yet'}
    action={isFiltered ? undefined : create}
  >
    A campaign sends one mail to many contacts: write it, choose who gets it, look at it once more, and send.
  </EmptyState>
);
