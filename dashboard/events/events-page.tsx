import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function EventsPage() {
  return (
    <Page title="Events" layout="list">
      <EmptyState title="No events yet">Events are what your contacts do; track them with the public key.</EmptyState>
    </Page>
  );
}
