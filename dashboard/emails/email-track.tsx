import { Time } from '../ui/time.tsx';
import type { EmailDetail } from './email-detail.ts';

interface Stop {
  label: string;
  at: string | null;
  isBad?: boolean;
}

/** queued → sent → delivered → opened → clicked, with when; or where it ended instead. */
export function EmailTrack({ email }: { email: EmailDetail }) {
  const stops = stopsOf(email);
  return (
    <ol aria-label="What became of it" className="flex overflow-x-auto rounded-md border border-line bg-paper p-4">
      {stops.map((stop, i) => (
        <StopView key={stop.label} stop={stop} next={stops[i + 1]} />
      ))}
    </ol>
  );
}

function StopView({ stop: { label, at, isBad = false }, next }: { stop: Stop; next: Stop | undefined }) {
  const look = at ? (isBad ? BAD : REACHED) : AHEAD;
  return (
    <li className="flex max-w-[260px] min-w-20 flex-1 flex-col gap-1.5 last:flex-none">
      <span aria-hidden="true" className="flex items-center">
        <span className={`size-2.5 shrink-0 rounded-full ${look.dot}`} />
        {next && <span className={`h-px flex-1 ${next.at ? 'bg-brass' : 'bg-line'}`} />}
      </span>
      <span className={`text-sm ${look.text}`}>{label}</span>
      <span className="h-4 text-xs text-ink-faint">
        {at ? <Time iso={at} /> : <span className="sr-only">not yet</span>}
      </span>
    </li>
  );
}

const REACHED = { dot: 'bg-brass', text: 'font-medium' };
const BAD = { dot: 'bg-danger', text: 'font-medium text-danger' };
const AHEAD = { dot: 'border border-line-strong', text: 'text-ink-faint' };

const ENDED = ['FAILED', 'SUPPRESSED', 'CANCELLED', 'UNKNOWN'];

function stopsOf(email: EmailDetail): Stop[] {
  const { status, createdAt, sentAt, deliveredAt, openedAt, clickedAt, bouncedAt, complainedAt } = email;
  const lastTry = email.tries.at(-1)?.at ?? createdAt;
  const begin: Stop[] = [{ label: 'Queued', at: createdAt }];
  if (status === 'RECEIVED') return [{ label: 'Received', at: deliveredAt ?? createdAt }];
  if (ENDED.includes(status)) {
    return [
      ...begin,
      {
        label: status.charAt(0) + status.slice(1).toLowerCase(),
        at: lastTry,
        isBad: status === 'FAILED' || status === 'UNKNOWN',
      },
    ];
  }
  const sent: Stop[] = [...begin, { label: 'Sent', at: sentAt }];
  if (bouncedAt) return [...(sentAt ? sent : begin), { label: 'Bounced', at: bouncedAt, isBad: true }];
  const read: Stop[] = [
    ...sent,
    // A relay that tells nothing after it took the mail: whoever opens it has got it.
    { label: 'Delivered', at: deliveredAt ?? openedAt ?? clickedAt },
    { label: 'Opened', at: openedAt },
    { label: 'Clicked', at: clickedAt },
  ];
  return complainedAt ? [...read, { label: 'Complained', at: complainedAt, isBad: true }] : read;
}
