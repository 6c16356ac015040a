import { previewAudience } from '../../contract/campaign-tools.ts';
import type { Campaign } from '../../contract/campaigns.ts';
import { PreviewPane } from '../email-editor/preview-pane.tsx';
import { usePreview } from '../email-editor/use-preview.ts';
import { Card } from '../ui/card.tsx';
import { KeyValues } from '../ui/key-values.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { AudienceCounts } from './audience-counts.tsx';
import { Preflight } from './preflight.tsx';
import { SendCard } from './send-card.tsx';

/** One page, top to bottom: who, what, from, when; what is wrong with it; and the button. */
export function CampaignReview({ campaign }: { campaign: Campaign }) {
  const { search, change } = useUrl();
  const preview = usePreview(campaign, search.as);
  const { data } = useRead(previewAudience, { params: { id: campaign.id } });
  return (
    <div className="p-4 md:p-6">
      <div className="mx-auto grid max-w-[1100px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-4">
          <Preflight campaign={campaign} preview={preview} />
          <div className="flex h-[560px] flex-col overflow-hidden rounded-md border border-line">
            <PreviewPane preview={preview} contactId={search.as} onContact={(as) => change({ as })} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <AudienceCounts campaign={campaign} />
          <Card title="From">
            <KeyValues
              items={[
                { name: 'From', value: campaign.fromName ? `${campaign.fromName} <${campaign.from}>` : campaign.from },
                { name: 'Reply to', value: campaign.replyTo ?? 'the sender' },
                { name: 'Subject', value: campaign.subject },
              ]}
            />
          </Card>
          <SendCard campaign={campaign} willReceive={data?.data.willReceive} />
        </div>
      </div>
    </div>
  );
}
