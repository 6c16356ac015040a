import { type AuditEntry, listAuditLog } from '../../contract/members.ts';
import { useIsAdmin, useProjectId } from '../shell/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { Time } from '../ui/time.tsx';
import { useCursorList } from '../use-api.ts';
import { SettingsPage } from './settings-page.tsx';

export function AuditLogPage() {
  const isAdmin = useIsAdmin();
  return (
    <SettingsPage title="Audit log">
      {isAdmin ? (
        <AuditLog />
      ) : (
        <EmptyState title="For admins">Ask an admin of this project to look something up.</EmptyState>
      )}
    </SettingsPage>
  );
}

function AuditLog() {
  const id = useProjectId();
  const list = useCursorList(listAuditLog, { params: { id }, query: { limit: '50' } });
  return (
    <DataTable
      label="Audit log"
      className="max-h-[calc(100dvh-220px)] rounded-md border border-line"
      list={list}
      rowKey={(entry) => entry.id}
      columns={[
        { id: 'what', header: 'What', cell: (entry) => <What entry={entry} /> },
        {
          id: 'who',
          header: 'Who',
          hideBelow: 'sm',
          cell: (entry) => <span className="text-ink-soft">{whoOf(entry)}</span>,
        },
        {
          id: 'ip',
          header: 'From',
          width: 'w-[120px]',
          hideBelow: 'lg',
          cell: ({ ip }) => <code className="font-mono text-xs text-ink-soft">{ip}</code>,
        },
        {
          id: 'when',
          header: 'When',
          width: 'w-[104px]',
          align: 'right',
          cell: ({ createdAt }) => <Time iso={createdAt} className="text-ink-soft" />,
        },
      ]}
      empty={
        <EmptyState title="Nothing yet">
          Changes of keys, members, domains, settings and billing are written down here.
        </EmptyState>
      }
    />
  );
}

/** keys.rotated → "Keys rotated". */
function What({ entry: { action, target } }: { entry: AuditEntry }) {
  const words = action.replace(/[._]/g, ' ');
  return (
    <span title={target ? `${action}: ${target}` : action}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
      {target && <span className="ml-2 text-ink-faint">{target}</span>}
    </span>
  );
}

const KINDS = { USER: 'Somebody who left', KEY: 'Secret key', SYSTEM: 'The server' };

const whoOf = ({ actor }: AuditEntry): string => actor.email ?? KINDS[actor.kind];
