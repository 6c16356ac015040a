import type { Contact } from '../../contract/contacts.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { Time } from '../ui/time.tsx';

export const MEMBER_COLUMNS: readonly Column<Contact>[] = [
  { id: 'email', header: 'Address', cell: ({ email }) => <span className="block truncate">{email}</span> },
  {
    id: 'subscribed',
    header: 'Subscription',
    cell: ({ subscribed }) => (
      <Badge tone={subscribed ? 'good' : 'neutral'}>{subscribed ? 'Subscribed' : 'Unsubscribed'}</Badge>
    ),
    width: 'w-[140px]',
  },
  {
    id: 'added',
    header: 'Added',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];
