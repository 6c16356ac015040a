import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function CampaignsPage() {
  return (
    <Page title="Campaigns" layout="list">
      <EmptyState title="No campaigns yet">A campaign sends one email to many contacts.</EmptyState>
    </Page>
  );
}
