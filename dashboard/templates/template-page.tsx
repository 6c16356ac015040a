import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function TemplatePage() {
  return (
    <Page title="Template" layout="fill">
      <EmptyState title="Template">This page is being built.</EmptyState>
    </Page>
  );
}
