import { Card } from '../ui/card.tsx';
import { Time } from '../ui/time.tsx';
import type { EmailDetail } from './email-detail.ts';

const WORDS: Record<string, string> = {
  retryLater: 'put off',
  rejected: 'refused',
  unknown: 'no answer',
};

/** Every attempt with the relay's own words. */
export function Tries({ email: { tries, response, sentAt, attempts } }: { email: EmailDetail }) {
  if (tries.length === 0 && !response) return null;
  return (
    <Card title="Attempts" note={attempts > 1 ? `${attempts} in all` : undefined}>
      <ol className="flex flex-col gap-3 text-sm">
        {tries.map(({ attempt, at, outcome, response: answer }) => (
          <Try key={attempt} what={`Attempt ${attempt}: ${WORDS[outcome] ?? outcome}`} at={at} answer={answer} />
        ))}
        {response && <Try what="Accepted by the relay" at={sentAt} answer={response} />}
      </ol>
    </Card>
  );
}

const Try = ({ what, at, answer }: { what: string; at: string | null; answer: string | null }) => (
  <li className="flex flex-col gap-1">
    <span className="flex justify-between gap-4">
      <span>{what}</span>
      {at && <Time iso={at} className="text-ink-faint" />}
    </span>
    {answer && <code className="font-mono text-xs text-ink-soft [overflow-wrap:anywhere]">{answer}</code>}
  </li>
);
