import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function TemplatesPage() {
  return (
    <Page title="Templates" layout="list">
      <EmptyState title="No templates yet">A template is an email that is written once and sent often.</EmptyState>
    </Page>
  );
}
