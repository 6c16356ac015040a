import { type Campaign, campaignStats } from '../../contract/campaigns.ts';
import { Card } from '../ui/card.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { number, percent } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatCard } from '../ui/stat-card.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../use-api.ts';

const SENDING_MS = 1500;
const AGAIN_MS = 10_000;

function stageOf({ status, paused }: Campaign): string {
  if (status === 'SENDING') return paused ? 'Paused' : 'Sending';
  return status === 'CANCELLED' ? 'Cancelled' : 'Sent';
}

/** How far it is, from the ledger itself, and what people did with it. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const everyMs = campaign.status === 'SENDING' ? SENDING_MS : AGAIN_MS;
  const { data, error, refetch } = useRead(campaignStats, { params: { id: campaign.id } }, { everyMs });
  const stats = data?.data;
  return (
    <div className="p-4 md:p-6">
      <div className="mx-auto flex max-w-[1000px] flex-col gap-4">
        {error && !stats && (
          <ErrorNote
            title="No figures"
            message={error.message}
            requestId={error.requestId}
            onRetry={() => void refetch()}
          />
        )}
        {!stats && !error && <Skeleton className="h-64 w-full" />}
        {stats && (
          <>
            <Card title={stageOf(campaign)} note={<Facts campaign={campaign} />}>
              <div className="flex flex-col gap-3">
                {campaign.pauseReason && <p className="text-sm text-danger">{campaign.pauseReason}</p>}
                <ProgressBar
                  label="Left the queue"
                  value={stats.totalRecipients - stats.queuedCount}
                  total={stats.totalRecipients}
                  failed={stats.failedCount + stats.unknownCount}
                />
              </div>
            </Card>
            <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
              <Figure label="Sent" value={stats.sentCount} of={stats.totalRecipients} status="SENT" />
              <Figure label="Delivered" value={stats.deliveredCount} of={stats.sentCount} status="DELIVERED" />
              <Figure label="Opened" value={stats.openedCount} of={stats.sentCount} />
              <Figure label="Clicked" value={stats.clickedCount} of={stats.sentCount} />
              <Figure label="Bounced" value={stats.bouncedCount} of={stats.sentCount} status="BOUNCED" />
              <Figure label="Complained" value={stats.complainedCount} of={stats.sentCount} status="COMPLAINED" />
              <Figure label="Failed" value={stats.failedCount} of={stats.totalRecipients} status="FAILED" />
              <Figure label="Unknown" value={stats.unknownCount} of={stats.totalRecipients} status="UNKNOWN" />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

const Facts = ({ campaign: { subject, segment, audienceType, sentAt } }: { campaign: Campaign }) => (
  <>
    “{subject}” to {segment?.name ?? (audienceType === 'ALL' ? 'everyone' : 'whoever matched the condition')}
    {sentAt && (
      <>
        {' '}
        · <Time iso={sentAt} />
      </>
    )}
  </>
);

interface FigureProps {
  label: string;
  value: number;
  of: number;
  status?: string;
}

const Figure = ({ label, value, of, status }: FigureProps) => (
  <StatCard
    from="/p/$projectId/campaigns/$id"
    to="/p/$projectId/campaigns/$id"
    search={{ tab: 'recipients', ...(status ? { status } : {}) }}
    label={label}
    value={number(value)}
    isPlain
    note={of === 0 ? undefined : percent(value / of)}
  />
);
