import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getWorkflow, type WorkflowDetail } from '../../contract/workflows.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { ExecutionsTab } from './executions-tab.tsx';
import { WorkflowActions } from './workflow-actions.tsx';
import { WorkflowSettings } from './workflow-settings.tsx';

const GraphEditor = lazy(() =>
  import('./graph/graph-editor.tsx').then(({ GraphEditor }) => ({ default: GraphEditor })),
);

const TRAIL = [{ label: 'Workflows', link: { from: '/p/$projectId', to: '/p/$projectId/workflows' } }] as const;
const AGAIN_MS = 3000;

/** The graph, who goes through it, and what it is called. */
export function WorkflowPage() {
  const { id } = useParams({ from: '/p/$projectId/workflows/$id' });
  const { data: workflow, error, refetch } = useRead(getWorkflow, { params: { id } }, { everyMs: AGAIN_MS });
  return (
    <Page
      title={workflow?.name ?? 'Workflow'}
      note={
        workflow && (
          <Badge tone={workflow.enabled ? 'good' : 'neutral'}>{workflow.enabled ? 'Enabled' : 'Disabled'}</Badge>
        )
      }
      trail={TRAIL}
      layout="fill"
      actions={workflow && <WorkflowActions workflow={workflow} />}
    >
      {!workflow && error && (
        <ErrorNote
          title="The workflow cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {!workflow && !error && <Skeleton className="m-4 h-96 flex-1" />}
      {workflow && <Parts workflow={workflow} />}
    </Page>
  );
}

function Parts({ workflow }: { workflow: WorkflowDetail }) {
  const { search, change } = useUrl();
  const all = Object.values(workflow.executionCounts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <Tabs
        label="Parts of the workflow"
        value={search.tab ?? 'graph'}
        onChange={(tab) => change({ tab: tab === 'graph' ? undefined : tab }, { isStep: true })}
        tabs={[
          {
            value: 'graph',
            label: 'Steps',
            content: () => (
              <Suspense fallback={<Skeleton className="m-4 flex-1" />}>
                <GraphEditor key={workflow.id} workflow={workflow} />
              </Suspense>
            ),
          },
          {
            value: 'executions',
            label: 'Executions',
            count: all,
            content: () => <ExecutionsTab workflow={workflow} />,
          },
          {
            value: 'settings',
            label: 'Settings',
            content: () => <WorkflowSettings key={workflow.id} workflow={workflow} />,
          },
        ]}
      />
    </div>
  );
}
