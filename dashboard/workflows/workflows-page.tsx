import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function WorkflowsPage() {
  return (
    <Page title="Workflows" layout="list">
      <EmptyState title="No workflows yet">A workflow answers events with emails, waits and branches.</EmptyState>
    </Page>
  );
}
