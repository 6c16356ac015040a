import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { queueHealth } from '../../contract/activity.ts';
import { type Domain, listDomains } from '../../contract/domains.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { counted, number } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';

type Queue = z.infer<(typeof queueHealth)['response']>;

const AGAIN_MS = 5000;
const LATE_SECONDS = 300;

/** Is mail leaving, and may it: the queue, the relay and the domains. */
export function HealthCard() {
  const projectId = useProjectId();
  const { data: queue } = useRead(queueHealth, {}, { everyMs: AGAIN_MS });
  const { data: domains } = useRead(listDomains, { params: { projectId } }, { everyMs: AGAIN_MS * 12 });
  return (
    <Card title="Health" isFlush>
      {!queue || !domains ? (
        <Skeleton className="m-4 h-24" />
      ) : (
        <ul>
          <QueueLine queue={queue} />
          <RelayLine relay={queue.relay} />
          <DomainsLine domains={domains} />
        </ul>
      )}
    </Card>
  );
}

function QueueLine({ queue: { queued, isQueuedExact, oldestDueSeconds, sentLastMinute } }: { queue: Queue }) {
  const isLate = (oldestDueSeconds ?? 0) > LATE_SECONDS;
  const state = isLate ? 'Behind' : queued === 0 ? 'Empty' : 'Moving';
  return (
    <Line name="Queue" tone={isLate ? 'bad' : 'good'} state={state}>
      {isQueuedExact ? counted(queued, 'email') : `More than ${number(queued)} emails`} waiting,{' '}
      {number(sentLastMinute)} sent in the last minute{isLate ? '; the oldest has waited too long' : ''}
    </Line>
  );
}

const RELAY: Record<Queue['relay']['status'], { tone: Tone; state: string; words: string }> = {
  ok: { tone: 'good', state: 'Up', words: 'It takes our mail' },
  down: { tone: 'bad', state: 'Down', words: 'It does not answer' },
  unknown: { tone: 'neutral', state: 'Unknown', words: 'No worker has reported lately' },
};

function RelayLine({ relay: { status, reason } }: Pick<Queue, 'relay'>) {
  const { tone, state, words } = RELAY[status];
  return (
    <Line name="Relay" tone={tone} state={state}>
      {reason ?? words}
    </Line>
  );
}

function DomainsLine({ domains }: { domains: Domain[] }) {
  const pending = domains.filter(({ verified }) => !verified).map(({ domain }) => domain);
  const isGood = domains.length > 0 && pending.length === 0;
  const state = domains.length === 0 ? 'None' : isGood ? 'Verified' : 'Pending';
  return (
    <Line name="Domains" tone={isGood ? 'good' : 'active'} state={state}>
      <Link
        from="/p/$projectId"
        to="/p/$projectId/domains"
        className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-ink"
      >
        {pending.length > 0 ? `${pending.join(', ')}: see the records` : counted(domains.length, 'domain')}
      </Link>
    </Line>
  );
}

function Line({ name, tone, state, children }: { name: string; tone: Tone; state: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-b-0">
      <span className="w-16 shrink-0 text-ink-faint">{name}</span>
      <span className="min-w-0 flex-1">{children}</span>
      <Badge tone={tone}>{state}</Badge>
    </li>
  );
}
