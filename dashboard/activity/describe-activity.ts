import {
  CalendarClock,
  CircleSlash,
  Eye,
  type LucideIcon,
  Mail,
  MailCheck,
  MailOpen,
  MailWarning,
  MailX,
  Megaphone,
  MousePointerClick,
  UserMinus,
  UserPlus,
  Workflow,
  Zap,
} from 'lucide-react';
import type { Activity, ActivityType } from '../../contract/activity.ts';

interface Description {
  icon: LucideIcon;
  /** What happened, without whom: "opened". */
  verb: string;
  isBad?: true;
}

const DESCRIPTIONS: Record<ActivityType, Description> = {
  'event.triggered': { icon: Zap, verb: 'Event' },
  'email.sent': { icon: Mail, verb: 'Sent' },
  'email.delivered': { icon: MailCheck, verb: 'Delivered' },
  'email.received': { icon: MailOpen, verb: 'Received' },
  'email.opened': { icon: Eye, verb: 'Opened' },
  'email.clicked': { icon: MousePointerClick, verb: 'Clicked' },
  'email.bounced': { icon: MailX, verb: 'Bounced', isBad: true },
  'email.complaint': { icon: MailWarning, verb: 'Complained', isBad: true },
  'email.suppressed': { icon: CircleSlash, verb: 'Suppressed' },
  'contact.subscribed': { icon: UserPlus, verb: 'Subscribed' },
  'contact.unsubscribed': { icon: UserMinus, verb: 'Unsubscribed' },
  'campaign.sent': { icon: Megaphone, verb: 'Campaign sent' },
  'campaign.scheduled': { icon: CalendarClock, verb: 'Campaign scheduled' },
  'workflow.started': { icon: Workflow, verb: 'Workflow started' },
  'workflow.completed': { icon: Workflow, verb: 'Workflow ended' },
  'workflow.email.scheduled': { icon: CalendarClock, verb: 'Workflow email' },
  'workflow.step': { icon: Workflow, verb: 'Workflow step' },
};

export const descriptionOf = (type: ActivityType): Description => DESCRIPTIONS[type];

/** What it was about: the subject, the event's name, the workflow. */
export function aboutOf({ type, metadata }: Activity): string {
  // Its event's name would say the same again.
  if (type.startsWith('contact.')) return '';
  const { eventName, subject, campaignName, workflowName, summary } = metadata;
  const [first] = [summary, eventName, subject, campaignName, workflowName].filter(
    (each) => typeof each === 'string' && each,
  );
  return typeof first === 'string' ? first : '';
}

/** The email that an item tells of: its id is the email's with the state behind it. */
export function emailIdOf({ id, type }: Activity): string | undefined {
  return type.startsWith('email.') ? id.replace(/_[a-z]+$/, '') : undefined;
}

export function campaignIdOf({ id, type }: Activity): string | undefined {
  return type.startsWith('campaign.') ? id.replace(/^campaign_|_[a-z]+$/g, '') : undefined;
}
