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
    <ol
      aria-label="What became of it"
      className="flex flex-col rounded-md border border-line bg-paper px-4 pt-4 pb-1 sm:flex-row sm:pb-4"
    >
      {stops.map((stop, i) => (
        <StopView key={stop.label} stop={stop} next={stops[i + 1]} />
      ))}
    </ol>
  );
}

/** One above the other on a phone, side by side elsewhere. */
function StopView({ stop: { label, at, isBad = false }, next }: { stop: Stop; next: Stop | undefined }) {
  const look = at ? (isBad ? BAD : REACHED) : AHEAD;
  return (
    <li className="flex min-w-0 gap-3 sm:max-w-[260px] sm:flex-1 sm:flex-col sm:gap-1.5 sm:last:flex-none">
      <span aria-hidden="true" className="flex flex-col items-center max-sm:pt-[5px] sm:flex-row">
        <span className={`size-2.5 shrink-0 rounded-full ${look.dot}`} />
        {next && <span className={`flex-1 max-sm:-mb-[5px] max-sm:w-px sm:h-px ${next.at ? 'bg-brass' : 'bg-line'}`} />}
      </span>
      <span className="flex min-w-0 flex-1 justify-between gap-3 pb-3 max-sm:items-baseline sm:flex-col sm:gap-0.5 sm:pb-0">
        <span className={`truncate text-sm ${look.text}`}>{label}</span>
        <span className="h-4 text-xs text-ink-faint">
          {at ? <Time iso={at} /> : <span className="sr-only">not yet</span>}
        </span>
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
