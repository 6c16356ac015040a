import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function CampaignPage() {
  return (
    <Page title="Campaign" layout="page">
      <EmptyState title="Campaign">This page is being built.</EmptyState>
    </Page>
  );
}
