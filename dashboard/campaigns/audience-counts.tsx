import { previewAudience } from '../../contract/campaign-tools.ts';
import type { Campaign } from '../../contract/campaigns.ts';
import { Card } from '../ui/card.tsx';
import { counted, number } from '../ui/format.ts';
import { KeyValues } from '../ui/key-values.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';

const SHOWN = 3;

/** Exactly who would get it now: matched, less the unsubscribed, less the suppressed. */
export function AudienceCounts({ campaign, isStale = false }: { campaign: Campaign; isStale?: boolean }) {
  const { data, error } = useRead(previewAudience, { params: { id: campaign.id } });
  const counts = data?.data;
  return (
    <Card title="Audience now" note={isStale ? 'Save to count the new one' : undefined}>
      {error && <p className="text-sm text-danger">{error.message}</p>}
      {!counts && !error && <Skeleton className="h-32 w-full" />}
      {counts && (
        <div className={`flex flex-col gap-3 ${isStale ? 'opacity-60' : ''}`}>
          <p className="text-title font-semibold tabular-nums">{counted(counts.willReceive, 'contact')}</p>
          <KeyValues
            items={[
              { name: 'Matched', value: number(counts.matched) },
              { name: 'Unsubscribed', value: `− ${number(counts.unsubscribed)}` },
              { name: 'Suppressed', value: `− ${number(counts.suppressed)}` },
              { name: 'Will receive', value: <strong className="font-semibold">{number(counts.willReceive)}</strong> },
            ]}
          />
          {counts.sample.length > 0 && (
            <p className="text-xs text-ink-faint [overflow-wrap:anywhere]">
              For example{' '}
              {counts.sample
                .slice(0, SHOWN)
                .map(({ email }) => email)
                .join(', ')}
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
