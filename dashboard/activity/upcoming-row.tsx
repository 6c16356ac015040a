import type { Activity } from '../../contract/activity.ts';
import { exactTime, shortDate } from '../ui/format.ts';
import { aboutOf, descriptionOf } from './describe-activity.ts';

/** Something that is going to happen: here the date matters, not how long ago. */
export function UpcomingRow({ activity }: { activity: Activity }) {
  const { icon: Icon, verb } = descriptionOf(activity.type);
  const { campaignName, workflowName } = activity.metadata;
  const name = [campaignName, workflowName].find((each) => typeof each === 'string') ?? aboutOf(activity);
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-b-0">
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="block truncate">{String(name)}</span>
        <span className="block truncate text-xs text-ink-faint">{activity.contactEmail ?? verb}</span>
      </p>
      <time
        dateTime={activity.timestamp}
        title={exactTime(activity.timestamp)}
        className="shrink-0 text-xs text-ink-faint tabular-nums"
      >
        {shortDate(activity.timestamp)}
      </time>
    </li>
  );
}
