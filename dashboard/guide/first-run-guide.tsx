import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProject } from '../shell/signed-in.ts';
import { LinkButton } from '../ui/button.tsx';
import { FirstDomain } from './first-domain.tsx';
import { SendSnippet } from './send-snippet.tsx';
import type { FirstRun } from './use-first-run.ts';

/** Instead of an overview without numbers: the three steps to a working project, ticked as they are done. */
export function FirstRunGuide({ run }: { run: FirstRun }) {
  const { name } = useProject();
  const { sender, pendingDomain, hasSent, hasContacts } = run;
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      <p className="text-ink-soft">Three steps until {name} sends its first mail.</p>
      <ol className="flex flex-col gap-3">
        <Step number={1} title="Choose the domain that your mail comes from" isDone={sender !== undefined}>
          {sender ? (
            <p className="text-ink-soft">{sender} is ready to send.</p>
          ) : (
            <FirstDomain pending={pendingDomain} />
          )}
        </Step>
        <Step number={2} title="Send your first email" isDone={hasSent}>
          <FirstEmail sender={sender} hasSent={hasSent} />
        </Step>
        <Step number={3} title="Bring your contacts" isDone={hasContacts}>
          <p className="text-ink-soft">
            Import a CSV file, or let them come by themselves: every event that you track and every email that you send
            makes its contact.
          </p>
          <div className="mt-3">
            <LinkButton from="/p/$projectId" to="/p/$projectId/contacts" search={{ import: '1' }}>
              Import contacts
            </LinkButton>
          </div>
        </Step>
      </ol>
    </div>
  );
}

function FirstEmail({ sender, hasSent }: { sender: string | undefined; hasSent: boolean }) {
  if (hasSent) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-soft">It is on its way.</p>
        <LinkButton from="/p/$projectId" to="/p/$projectId/inbox/{-$id}" look="primary">
          See it in the inbox
        </LinkButton>
        <LinkButton from="/p/$projectId" to="/p/$projectId/emails">
          Follow its delivery
        </LinkButton>
      </div>
    );
  }
  if (!sender) return <p className="text-ink-soft">As soon as there is a domain to send from.</p>;
  return (
    <div className="flex flex-col gap-3">
      <SendSnippet domain={sender} />
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <span className="size-2 shrink-0 rounded-full bg-brass" aria-hidden="true" />
        Waiting for the first email. What you copy holds your whole secret key.
      </p>
    </div>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="flex gap-4 rounded-md border border-line bg-paper p-4 md:p-5">
      <span
        className={`flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold ${isDone ? 'bg-good-soft text-good' : 'border border-line-strong text-ink-soft'}`}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={3} aria-label="Done" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h2 className="font-semibold">{title}</h2>
        <div>{children}</div>
      </div>
    </li>
  );
}
