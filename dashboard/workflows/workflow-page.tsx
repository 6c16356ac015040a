import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function WorkflowPage() {
  return (
    <Page title="Workflow" layout="fill">
      <EmptyState title="Workflow">This page is being built.</EmptyState>
    </Page>
  );
}
