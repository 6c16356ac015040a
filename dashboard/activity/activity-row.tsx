import { Link } from '@tanstack/react-router';
import type { Activity } from '../../contract/activity.ts';
import { Time } from '../ui/time.tsx';
import { aboutOf, campaignIdOf, descriptionOf, emailIdOf } from './describe-activity.ts';

/** One thing that happened, in one line. */
export function ActivityRow({ activity, hidesContact = false }: { activity: Activity; hidesContact?: boolean }) {
  const { icon: Icon, verb, isBad } = descriptionOf(activity.type);
  const about = aboutOf(activity);
  const { contactEmail, contactId } = activity;
  return (
    <li className="@container flex min-h-10 items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-b-0">
      <Icon className={`size-4 shrink-0 ${isBad ? 'text-danger' : 'text-ink-faint'}`} aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-col @lg:flex-row @lg:gap-2">
        <p className="flex min-w-0 gap-2">
          <span className={`shrink-0 font-medium ${isBad ? 'text-danger' : ''}`}>{verb}</span>
          {about && <About activity={activity} text={about} />}
        </p>
        {!hidesContact && contactEmail && contactId && (
          <Link
            from="/p/$projectId"
            to="/p/$projectId/contacts/$id"
            params={{ id: contactId }}
            className="min-w-0 truncate rounded-sm text-ink-faint hover:text-ink max-w-full self-start"
          >
            {contactEmail}
          </Link>
        )}
      </div>
      <Time iso={activity.timestamp} className="shrink-0 text-xs text-ink-faint" />
    </li>
  );
}

function About({ activity, text }: { activity: Activity; text: string }) {
  const emailId = emailIdOf(activity);
  const campaignId = campaignIdOf(activity);
  const look = 'min-w-0 truncate text-ink-soft';
  const id = emailId ?? campaignId;
  if (!id) return <span className={look}>{text}</span>;
  return (
    <Link
      from="/p/$projectId"
      to={emailId ? '/p/$projectId/emails/$id' : '/p/$projectId/campaigns/$id'}
      params={{ id }}
      className={`${look} rounded-sm hover:text-ink`}
    >
      {text}
    </Link>
  );
}
