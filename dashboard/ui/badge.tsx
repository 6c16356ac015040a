import type { ReactNode } from 'react';

const TONES = {
  neutral: 'border-line text-ink-soft before:bg-ink-faint',
  active: 'border-line text-ink before:bg-brass',
  good: 'border-line text-ink before:bg-good',
  bad: 'border-line text-danger before:bg-danger',
};

export type Tone = keyof typeof TONES;

/** A state in one word, with a dot in its tone: <Badge tone="good">Verified</Badge>. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border px-2 text-xs font-medium whitespace-nowrap before:size-1.5 before:rounded-full ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

const TONE_OF: Record<string, Tone> = {
  DRAFT: 'neutral',
  QUEUED: 'active',
  SCHEDULED: 'active',
  SENDING: 'active',
  RUNNING: 'active',
  WAITING: 'active',
  PENDING: 'active',
  SENT: 'neutral',
  DELIVERED: 'good',
  OPENED: 'good',
  CLICKED: 'good',
  COMPLETED: 'good',
  VERIFIED: 'good',
  ENABLED: 'good',
  BOUNCED: 'bad',
  COMPLAINED: 'bad',
  FAILED: 'bad',
  DISABLED: 'bad',
};

/** A status as the API writes it (SENDING, BOUNCED …), in its tone; unknown ones are neutral. */
export function StatusBadge({ status }: { status: string }) {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return <Badge tone={TONE_OF[status] ?? 'neutral'}>{words.charAt(0).toUpperCase() + words.slice(1)}</Badge>;
}
