import { Link } from '@tanstack/react-router';
import { mailbox } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import type { Mail } from './mail.ts';
import { rowId } from './use-list-keys.ts';

const ROW =
  'relative block border-b border-line px-4 py-2.5 text-sm transition-colors duration-100 [content-visibility:auto] ' +
  '[contain-intrinsic-size:auto_61px] hover:bg-hover focus-visible:-outline-offset-2 ' +
  'aria-[current=page]:bg-brass-soft aria-[current=page]:shadow-[inset_2px_0_0_var(--brass)]';

export function MailRow({ mail, isNew }: { mail: Mail; isNew: boolean }) {
  const to = mailbox(mail.to);
  return (
    <li>
      <Link
        id={rowId(mail.id)}
        from="/p/$projectId/inbox/{-$id}"
        to="/p/$projectId/inbox/{-$id}"
        params={{ id: mail.id }}
        search={(now) => now}
        className={ROW}
      >
        <span className="flex items-baseline gap-2">
          {isNew && (
            <span className="size-2 shrink-0 self-center rounded-full bg-brass">
              <span className="sr-only">New: </span>
            </span>
          )}
          <bdi className="min-w-0 flex-1 truncate text-left font-medium">{to.name ?? to.address}</bdi>
          <Time iso={mail.createdAt} className="text-xs text-ink-faint" />
        </span>
        <bdi className="block truncate text-left text-ink-soft">{mail.subject || '(no subject)'}</bdi>
      </Link>
    </li>
  );
}
