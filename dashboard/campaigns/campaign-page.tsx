import { useParams } from '@tanstack/react-router';
import { type Campaign, getCampaign } from '../../contract/campaigns.ts';
import { SaveNote } from '../email-editor/save-note.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { Page } from '../shell/page.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { exactTime, momentName } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignAudience } from './campaign-audience.tsx';
import { CampaignCompose } from './campaign-compose.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { CampaignRecipients } from './campaign-recipients.tsx';
import { CampaignReview } from './campaign-review.tsx';
import { SentMail } from './sent-mail.tsx';
import { useAudience } from './use-audience.ts';
import { useCampaignMail } from './use-campaign-mail.ts';

const TRAIL = [{ label: 'Campaigns', link: { from: '/p/$projectId', to: '/p/$projectId/campaigns' } }] as const;
/** Often while it leaves; otherwise only what a colleague or the clock may have changed. */
const SENDING_MS = 1500;
const AGAIN_MS = 5000;

/** Write, choose, review and send; then watch it leave and see what became of it. */
export function CampaignPage() {
  const { id } = useParams({ from: '/p/$projectId/campaigns/$id' });
  const read = useRead(
    getCampaign,
    { params: { id } },
    {
      everyMs: (known) => (known?.data.status === 'SENDING' ? SENDING_MS : AGAIN_MS),
    },
  );
  const { data, error, refetch, isFetchedAfterMount } = read;
  // Not with what an earlier visit left in the cache: the editor would save it over what a colleague wrote since.
  const campaign = isFetchedAfterMount ? data?.data : undefined;
  const isDraft = campaign?.status === 'DRAFT' || campaign?.status === 'SCHEDULED';
  return (
    <Page
      title={campaign?.name ?? 'Campaign'}
      note={campaign && <State campaign={campaign} />}
      trail={TRAIL}
      layout="fill"
      actions={campaign && <CampaignActions campaign={campaign} />}
    >
      {!campaign && error && (
        <ErrorNote
          title="The campaign cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {!campaign && !error && <Skeleton className="m-4 h-96 flex-1" />}
      {campaign && (isDraft ? <Draft key={campaign.id} campaign={campaign} /> : <Sent campaign={campaign} />)}
    </Page>
  );
}

function State({ campaign: { paused, status, scheduledFor } }: { campaign: Campaign }) {
  return (
    <span className="flex items-center gap-2">
      <StatusBadge status={paused ? 'PAUSED' : status} />
      {status === 'SCHEDULED' && scheduledFor && (
        <span title={exactTime(scheduledFor)} className="max-lg:hidden">
          {momentName(scheduledFor)}
        </span>
      )}
    </span>
  );
}

function Draft({ campaign }: { campaign: Campaign }) {
  const { search, change } = useUrl();
  // Held here and not in the steps: what is not saved yet survives a look at another step.
  const mail = useCampaignMail(campaign, search.as);
  const audience = useAudience(campaign);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <UnsavedGuard isDirty={mail.isDirty || audience.isDirty} />
      <Tabs
        label="Steps"
        fit="fill"
        aside={<SaveNote state={mail.state} />}
        value={search.tab ?? 'mail'}
        onChange={(tab) => change({ tab }, { isStep: true })}
        tabs={[
          { value: 'mail', label: '1 Mail', content: () => <CampaignCompose draft={mail} /> },
          {
            value: 'audience',
            label: '2 Audience',
            content: () => <CampaignAudience campaign={campaign} form={audience} />,
          },
          { value: 'review', label: '3 Review and send', content: () => <CampaignReview campaign={campaign} /> },
        ]}
      />
    </div>
  );
}

function Sent({ campaign }: { campaign: Campaign }) {
  const { search, change } = useUrl();
  return (
    <Tabs
      label="Results"
      fit="fill"
      value={search.tab === 'recipients' || search.tab === 'mail' ? search.tab : 'results'}
      onChange={(tab) => change({ tab }, { isStep: true })}
      tabs={[
        { value: 'results', label: 'Results', content: () => <CampaignProgress campaign={campaign} /> },
        { value: 'recipients', label: 'Recipients', content: () => <CampaignRecipients campaign={campaign} /> },
        { value: 'mail', label: 'Mail', content: () => <SentMail campaign={campaign} /> },
      ]}
    />
  );
}
