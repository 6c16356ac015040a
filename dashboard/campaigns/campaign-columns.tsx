import type { Campaign } from '../../contract/campaigns.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { exactTime, number, percent, shortDate } from '../ui/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { Time } from '../ui/time.tsx';

export const CAMPAIGN_COLUMNS: readonly Column<Campaign>[] = [
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
    cell: ({ status, paused, scheduledFor }) => (
      <span className="flex min-w-0 items-center gap-2">
        <StatusBadge status={paused ? 'PAUSED' : status} />
        {status === 'SCHEDULED' && scheduledFor && (
          <span title={exactTime(scheduledFor)} className="truncate text-ink-faint max-lg:hidden">
            {shortDate(scheduledFor)}
          </span>
        )}
      </span>
    ),
    width: 'w-[130px] lg:w-[210px]',
  },
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ status, sentCount, totalRecipients }) =>
      status === 'DRAFT' || status === 'SCHEDULED' ? (
        '–'
      ) : (
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
