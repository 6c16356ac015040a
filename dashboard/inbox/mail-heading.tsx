import type { ReactNode } from 'react';
import { CopyIcon } from '../ui/copy-button.tsx';
import { byteSize, exactTime, mailbox } from '../ui/format.ts';
import { LongText } from '../ui/long-text.tsx';
import { Time } from '../ui/time.tsx';
import type { Mail } from './mail.ts';

export function MailHeading({ mail, actions }: { mail: Mail; actions?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 px-4 pt-4 pb-3 md:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <h2 className="min-w-0 py-0.5 text-lg font-semibold">
          <LongText key={mail.id}>{mail.subject || '(no subject)'}</LongText>
        </h2>
        <div className="-mx-2 flex h-7 shrink-0 items-center gap-1">{actions}</div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm">
        <Line name="From">
          <Address text={mail.from} what="sender's address" />
        </Line>
        <Line name="To">
          <Address text={mail.to} what="recipient's address" />
        </Line>
        <Line name="Sent">
          <Time iso={mail.createdAt} />
          <span className="truncate text-ink-faint">
            · {exactTime(mail.createdAt)} · {byteSize(mail.size)}
          </span>
        </Line>
        <Line name="Id">
          <code className="truncate font-mono text-xs text-ink-soft">{mail.id}</code>
          <CopyIcon text={mail.id} what="id of the email" />
        </Line>
      </dl>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-0.5 text-ink-faint">{name}</dt>
      <dd className="flex h-6 min-w-0 items-center gap-1.5">{children}</dd>
    </>
  );
}

function Address({ text, what }: { text: string; what: string }) {
  const { name, address } = mailbox(text);
  return (
    <>
      {name && <bdi className="min-w-0 truncate font-medium">{name}</bdi>}
      <bdi className={`truncate ${name ? 'max-w-[70%] shrink-0 text-ink-soft' : ''}`}>{address}</bdi>
      <CopyIcon text={address} what={what} />
    </>
  );
}
