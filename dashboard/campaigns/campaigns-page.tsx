import { Megaphone } from 'lucide-react';
import { CAMPAIGN_STATUSES, listCampaigns } from '../../contract/campaigns.ts';
import { ThingsPage, useThings } from '../shell/things-page.tsx';
import { useOffsetList } from '../use-api.ts';
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx';
import { NewCampaignDialog } from './new-campaign-dialog.tsx';

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({
  value: status,
  label: status.charAt(0) + status.slice(1).toLowerCase(),
}));

const AGAIN_MS = 5000;

/** One mail to many contacts, each with where it stands. */
export function CampaignsPage() {
  const things = useThings({ filter: 'status', sort: 'createdAt' });
  const query = { ...things.query, status: things.chosen };
  return (
    <ThingsPage
      title="Campaigns"
      noun="campaign"
      icon={<Megaphone aria-hidden="true" />}
      about="A campaign sends one mail to many contacts: write it, choose who gets it, look at it once more, and send."
      things={things}
      list={useOffsetList(listCampaigns, { query }, { everyMs: AGAIN_MS })}
      columns={CAMPAIGN_COLUMNS}
      filter={{ label: 'Status', any: 'Any status', options: STATUSES }}
      linkTo={(id) => ({ from: '/p/$projectId', to: '/p/$projectId/campaigns/$id', params: { id } })}
      dialog={NewCampaignDialog}
    />
  );
}
