import { Link } from '@tanstack/react-router';
import type { listWorkflows } from '../../contract/workflows.ts';
import { number } from '../ui/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { Time } from '../ui/time.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { triggerTruth } from './step-truth.ts';

type ListedWorkflow = (typeof listWorkflows.response)['_output']['data'][number];

export const WORKFLOW_COLUMNS: readonly Column<ListedWorkflow>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: ({ name, description }) => (
      <span className="block truncate">
        {name} <span className="text-ink-faint">{description}</span>
      </span>
    ),
  },
  {
    id: 'trigger',
    header: 'Starts',
    cell: (workflow) => <span className="block truncate">{triggerTruth(workflow)}</span>,
    width: 'w-[260px]',
    hideBelow: 'md',
  },
  {
    id: 'steps',
    header: 'Steps',
    sortBy: 'steps',
    cell: ({ _count }) => number(_count.steps),
    width: 'w-[80px]',
    align: 'right',
    hideBelow: 'lg',
  },
  {
    id: 'active',
    header: 'Under way',
    isInteractive: true,
    cell: ({ id, _count: { active, executions } }) => (
      <Link
        from="/p/$projectId"
        to="/p/$projectId/workflows/$id"
        params={{ id }}
        search={{ tab: 'executions' }}
        className="hover:underline"
      >
        {number(active)} <span className="text-ink-faint">of {number(executions)}</span>
      </Link>
    ),
    width: 'w-[130px]',
    align: 'right',
    hideBelow: 'sm',
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
  {
    id: 'enabled',
    header: 'Enabled',
    isInteractive: true,
    cell: (workflow) => (
      <span className="flex justify-end">
        <EnabledSwitch workflow={workflow} />
      </span>
    ),
    width: 'w-[90px]',
    align: 'right',
  },
];
