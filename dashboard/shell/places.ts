import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  ChartLine,
  Contact,
  FileText,
  Filter,
  Globe,
  House,
  Inbox,
  type LucideIcon,
  Mail,
  Megaphone,
  Settings,
  ShieldBan,
  Workflow,
  Zap,
} from 'lucide-react';

/** The pages of a project that need no id. */
type ProjectPath = Exclude<Extract<NonNullable<LinkProps['to']>, `/p/$projectId${string}`>, `${string}/$id`>;

export interface Place {
  label: string;
  to: ProjectPath;
  Icon: LucideIcon;
  /** Only this very address is "here", not what lies below it. */
  isExact?: boolean;
}

/** The sidebar, top to bottom; the palette goes to the same places. */
export const PLACES: readonly { heading?: string; places: readonly Place[] }[] = [
  { places: [{ label: 'Overview', to: '/p/$projectId', Icon: House, isExact: true }] },
  {
    heading: 'Send',
    places: [
      { label: 'Campaigns', to: '/p/$projectId/campaigns', Icon: Megaphone },
      { label: 'Workflows', to: '/p/$projectId/workflows', Icon: Workflow },
      { label: 'Templates', to: '/p/$projectId/templates', Icon: FileText },
    ],
  },
  {
    heading: 'Audience',
    places: [
      { label: 'Contacts', to: '/p/$projectId/contacts', Icon: Contact },
      { label: 'Segments', to: '/p/$projectId/segments', Icon: Filter },
      { label: 'Events', to: '/p/$projectId/events', Icon: Zap },
    ],
  },
  {
    heading: 'Delivery',
    places: [
      { label: 'Emails', to: '/p/$projectId/emails', Icon: Mail },
      { label: 'Inbox', to: '/p/$projectId/inbox/{-$id}', Icon: Inbox },
      { label: 'Domains', to: '/p/$projectId/domains', Icon: Globe },
      { label: 'Suppressions', to: '/p/$projectId/suppressions', Icon: ShieldBan },
    ],
  },
  {
    heading: 'Insight',
    places: [
      { label: 'Activity', to: '/p/$projectId/activity', Icon: Activity },
      { label: 'Analytics', to: '/p/$projectId/analytics', Icon: ChartLine },
    ],
  },
];

export const SETTINGS: Place = { label: 'Settings', to: '/p/$projectId/settings', Icon: Settings };

export const SETTINGS_SECTIONS = [
  { label: 'Project', to: '/p/$projectId/settings/project' },
  { label: 'API keys', to: '/p/$projectId/settings/keys' },
  { label: 'Members', to: '/p/$projectId/settings/members' },
  { label: 'Billing', to: '/p/$projectId/settings/billing' },
  { label: 'Security', to: '/p/$projectId/settings/security' },
  { label: 'Audit log', to: '/p/$projectId/settings/audit-log' },
  { label: 'Account', to: '/p/$projectId/settings/account' },
] as const satisfies readonly { label: string; to: ProjectPath }[];

/** For links to places: the id of the page that one comes from is not theirs. */
export const WITHOUT_ID = { id: undefined } as { projectId?: string; id?: undefined };
