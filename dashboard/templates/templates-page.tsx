import { LayoutTemplate } from 'lucide-react';
import { listTemplates, type Template } from '../../contract/templates.ts';
import { MAIL_TYPES, typeLabel } from '../email-editor/mail-types.ts';
import { ThingsPage, useThings } from '../shell/things-page.tsx';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { Time } from '../ui/time.tsx';
import { useOffsetList } from '../use-api.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';

const COLUMNS: readonly Column<Template>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: ({ name }) => <span className="block truncate">{name}</span>,
    width: 'w-[30%]',
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="block truncate text-ink-soft">{subject}</span>,
    hideBelow: 'md',
  },
  { id: 'type', header: 'Type', cell: ({ type }) => <Badge>{typeLabel(type)}</Badge>, width: 'w-[140px]' },
  {
    id: 'changed',
    header: 'Changed',
    sortBy: 'updatedAt',
    cell: ({ updatedAt }) => <Time iso={updatedAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

/** Mails that are written once and sent often. */
export function TemplatesPage() {
  const things = useThings({ filter: 'type', sort: 'updatedAt' });
  return (
    <ThingsPage
      title="Templates"
      noun="template"
      icon={<LayoutTemplate aria-hidden="true" />}
      about="Write a mail once, with variables for what differs, and send it by API or from workflows."
      things={things}
      list={useOffsetList(listTemplates, { query: { ...things.query, type: things.chosen } })}
      columns={COLUMNS}
      filter={{ label: 'Type', any: 'Any type', options: MAIL_TYPES }}
      linkTo={(id) => ({ from: '/p/$projectId', to: '/p/$projectId/templates/$id', params: { id } })}
      dialog={NewTemplateDialog}
    />
  );
}
