import type { Email } from '../../contract/emails.ts';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { Time } from '../ui/time.tsx';

/** An email as a row of the ledger. */
export const EMAIL_COLUMNS: readonly Column<Email>[] = [
  {
    id: 'to',
    header: 'To',
    cell: ({ to, subject }) => (
      <span className="block max-sm:leading-[17px]">
        <span className="block truncate">{to}</span>
        <span className="block truncate text-xs leading-[15px] text-ink-faint sm:hidden">{subject}</span>
      </span>
    ),
    width: 'sm:w-[26%]',
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="block truncate">{subject}</span>,
    hideBelow: 'sm',
  },
  { id: 'status', header: 'Status', cell: (email) => <StatusBadge status={furthest(email)} />, width: 'w-[136px]' },
  {
    id: 'source',
    header: 'Source',
    cell: ({ sourceType }) => (
      <span className="text-ink-soft">{sourceType.charAt(0) + sourceType.slice(1).toLowerCase()}</span>
    ),
    width: 'w-[120px]',
    hideBelow: 'lg',
  },
  {
    id: 'at',
    header: 'Created',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'md',
  },
];

/** Opened and clicked are no states of the ledger, but more than delivered to whoever reads the list. */
function furthest({ status, openedAt, clickedAt }: Email): string {
  if (status !== 'SENT' && status !== 'DELIVERED') return status;
  if (clickedAt) return 'CLICKED';
  return openedAt ? 'OPENED' : status;
}
