import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { Option } from '../ui/select.tsx';
import type { Column, RowLink } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import type { useOffsetList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { Page } from './page.tsx';

interface Asked {
  /** The search parameter of the one filter that the page has. */
  filter: string;
  /** Newest first by this column, unless the URL says otherwise. */
  sort: string;
}

/** What the URL asks of a list of things: for its query, and for ThingsPage. */
export function useThings({ filter, sort: usual }: Asked) {
  const { search, change } = useUrl();
  const { q, sort = usual, page } = search;
  const dir = search.dir === 'asc' ? ('asc' as const) : ('desc' as const);
  const chosen = search[filter];
  const query = { search: q, sort, dir, page, pageSize: '50' };
  return { query, filter, chosen, isMaking: search.new === '1', isFiltered: Boolean(q || chosen), change };
}

interface ThingsPageProps<Thing> {
  title: string;
  /** One of them: "campaign". */
  noun: string;
  icon: ReactNode;
  /** What they are for, where there are none yet. */
  about: string;
  things: ReturnType<typeof useThings>;
  list: Omit<ReturnType<typeof useOffsetList>, 'rows'> & { rows: readonly Thing[] };
  columns: readonly Column<Thing>[];
  filter: { label: string; any: string; options: readonly Option[] };
  linkTo: (id: string) => RowLink;
  dialog: ComponentType<{ isOpen: boolean; onClose: () => void; onMade: (id: string) => void }>;
}

/** A page of named things that are searched, filtered, sorted, opened and made. */
export function ThingsPage<Thing extends { id: string }>(props: ThingsPageProps<Thing>) {
  const { title, noun, icon, about, things, list, columns, filter, linkTo, dialog: MakeDialog } = props;
  const { query, chosen, isFiltered, isMaking, change } = things;
  const navigate = useNavigate();
  const make = (
    <Button look="primary" onClick={() => change({ new: '1' })}>
      <Plus className="size-4" aria-hidden="true" />
      New {noun}
    </Button>
  );
  return (
    <Page title={title} note={list.isLoading ? undefined : counted(list.total, noun)} layout="list" actions={make}>
      <FilterBar onClear={isFiltered ? () => change({ q: undefined, [things.filter]: undefined }) : undefined}>
        <SearchField
          label={`Search ${title.toLowerCase()}`}
          value={query.search ?? ''}
          onChange={(text) => change({ q: text, page: undefined })}
        />
        <Filter {...filter} value={chosen} onChange={(value) => change({ [things.filter]: value, page: undefined })} />
      </FilterBar>
      <DataTable
        className="flex-1"
        label={title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkTo(id)}
        sorting={{ by: query.sort, dir: query.dir, onSort: (by, way) => change({ sort: by, dir: way }) }}
        empty={
          <EmptyState
            icon={icon}
            title={isFiltered ? `No ${noun} matches` : `No ${noun}s yet`}
            action={isFiltered ? undefined : make}
          >
            {about}
          </EmptyState>
        }
      />
      <Pager
        page={list.page}
        totalPages={list.totalPages}
        total={list.total}
        onPage={(to) => change({ page: String(to) })}
      />
      <MakeDialog
        isOpen={isMaking}
        onClose={() => change({ new: undefined })}
        onMade={(id) => void navigate(linkTo(id))}
      />
    </Page>
  );
}
