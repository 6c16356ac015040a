import { Mail } from 'lucide-react';
import { emailStatus, listEmails } from '../../contract/emails.ts';
import { ContactChoice } from '../contacts/contact-choice.tsx';
import { Page } from '../shell/page.tsx';
import { useProject } from '../shell/signed-in.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { useCursorList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { EMAIL_COLUMNS } from './email-columns.tsx';

const STATUSES = emailStatus.options.map((status) => ({
  value: status,
  label: status.charAt(0) + status.slice(1).toLowerCase(),
}));

const AGAIN_MS = 5000;

/** The ledger: every email and what became of it. */
export function EmailsPage() {
  const { search, change } = useUrl();
  const { status, contactId, campaignId } = search;
  const isFiltered = Boolean(status || contactId || campaignId);
  const list = useCursorList(
    listEmails,
    { query: { limit: '50', status: emailStatus.safeParse(status).data, contactId, campaignId } },
    { everyMs: AGAIN_MS },
  );
  return (
    <Page title="Emails" note={list.isLoading ? undefined : counted(list.total, 'email')} layout="list">
      <FilterBar
        onClear={
          isFiltered ? () => change({ status: undefined, contactId: undefined, campaignId: undefined }) : undefined
        }
      >
        <Filter
          label="Status"
          any="Any status"
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={STATUSES}
        />
        <ContactChoice
          label="Contact"
          placeholder="To anybody"
          nobody="To anybody"
          className="h-8! w-[220px]! text-sm!"
          contactId={contactId}
          onChange={(chosen) => change({ contactId: chosen })}
        />
        {campaignId && <span className="text-sm text-ink-soft">of one campaign</span>}
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Emails"
        columns={EMAIL_COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/emails/$id', params: { id } })}
        empty={isFiltered ? <NoneMatch /> : <NoneYet />}
      />
    </Page>
  );
}

const NoneMatch = () => (
  <EmptyState icon={<Mail aria-hidden="true" />} title="No email matches">
    Choose another status, or clear the filter.
  </EmptyState>
);

function NoneYet() {
  const { secret } = useProject();
  const body = `{"to":"ada@example.com","from":"hello@example.com","subject":"Hi","body":"<p>Welcome.</p>"}`;
  const code = (key: string) =>
    `curl -X POST ${location.origin}/v1/send \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
  return (
    <EmptyState
      icon={<Mail aria-hidden="true" />}
      title="No emails yet"
      snippet={<CodeBlock what="command" title="Terminal" code={code(secret)} shown={code('sk_…')} />}
    >
      Every email that this project sends gets a line here that says what became of it.
    </EmptyState>
  );
}
