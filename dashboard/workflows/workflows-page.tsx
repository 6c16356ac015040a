import { Workflow as WorkflowIcon } from 'lucide-react';
import { listWorkflows } from '../../contract/workflows.ts';
import { ThingsPage, useThings } from '../shell/things-page.tsx';
import { useOffsetList } from '../use-api.ts';
import { NewWorkflowDialog } from './new-workflow-dialog.tsx';
import { WORKFLOW_COLUMNS } from './workflow-columns.tsx';

const STATUSES = [
  { value: 'active', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
];
const AGAIN_MS = 10_000;

/** What answers events with emails, waits and branches. */
export function WorkflowsPage() {
  const things = useThings({ filter: 'status', sort: 'createdAt' });
  const query = { ...things.query, status: things.chosen };
  return (
    <ThingsPage
      title="Workflows"
      noun="workflow"
      icon={<WorkflowIcon aria-hidden="true" />}
      about="A workflow answers an event with emails, waits and branches, for each contact at its own time."
      things={things}
      list={useOffsetList(listWorkflows, { query }, { everyMs: AGAIN_MS })}
      columns={WORKFLOW_COLUMNS}
      filter={{ label: 'Status', any: 'Any status', options: STATUSES }}
      linkTo={(id) => ({ from: '/p/$projectId', to: '/p/$projectId/workflows/$id', params: { id } })}
      dialog={NewWorkflowDialog}
    />
  );
}
