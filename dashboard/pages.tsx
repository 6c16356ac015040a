import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { inboxSearch } from './inbox/inbox-search.ts';
import { enterProject, lastProject } from './session.ts';
import { BrokenPage } from './shell/broken-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ProjectFrame } from './shell/project-frame.tsx';
import { RootFrame } from './shell/root-frame.tsx';
import { projectsOrSignIn } from './shell/signed-in.ts';
import { pageSearch } from './use-url.ts';

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFound });

type Component = ReturnType<typeof lazyRouteComponent>;

/** A page outside of projects: signing in and the like. */
const door = <const Path extends string>(path: Path, component: Component) =>
  createRoute({ getParentRoute: () => root, path, validateSearch: pageSearch, component });

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$projectId',
  beforeLoad: async ({ params: { projectId }, location, preload }) => {
    const projects = await projectsOrSignIn(location.href);
    if (!projects.some(({ id }) => id === projectId)) throw notFound();
    if (!preload) enterProject(projectId);
  },
  component: ProjectFrame,
  notFoundComponent: NotFound,
});

/** A page of a project; what its URL says after the ? is text by name. */
const page = <const Path extends string>(path: Path, component: Component) =>
  createRoute({ getParentRoute: () => project, path, validateSearch: pageSearch, component });

const inbox = createRoute({
  getParentRoute: () => project,
  path: '/inbox/{-$id}',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
});

const projectPages = [
  page(
    '/',
    lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  ),
  page(
    '/campaigns',
    lazyRouteComponent(() => import('./campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  ),
  page(
    '/campaigns/$id',
    lazyRouteComponent(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
  ),
  page(
    '/workflows',
    lazyRouteComponent(() => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
  ),
  page(
    '/workflows/$id',
    lazyRouteComponent(() => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
  ),
  page(
    '/templates',
    lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
  ),
  page(
    '/templates/$id',
    lazyRouteComponent(() => import('./templates/template-page.tsx'), 'TemplatePage'),
  ),
  page(
    '/contacts',
    lazyRouteComponent(() => import('./contacts/contacts-page.tsx'), 'ContactsPage'),
  ),
  page(
    '/contacts/$id',
    lazyRouteComponent(() => import('./contacts/contact-page.tsx'), 'ContactPage'),
  ),
  page(
    '/segments',
    lazyRouteComponent(() => import('./segments/segments-page.tsx'), 'SegmentsPage'),
  ),
  page(
    '/segments/$id',
    lazyRouteComponent(() => import('./segments/segment-page.tsx'), 'SegmentPage'),
  ),
  page(
    '/events',
    lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
  ),
  page(
    '/emails',
    lazyRouteComponent(() => import('./emails/emails-page.tsx'), 'EmailsPage'),
  ),
  page(
    '/emails/$id',
    lazyRouteComponent(() => import('./emails/email-page.tsx'), 'EmailPage'),
  ),
  inbox,
  page(
    '/domains',
    lazyRouteComponent(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
  ),
  page(
    '/suppressions',
    lazyRouteComponent(() => import('./suppressions/suppressions-page.tsx'), 'SuppressionsPage'),
  ),
  page(
    '/activity',
    lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  ),
  page(
    '/analytics',
    lazyRouteComponent(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
  ),
  createRoute({
    getParentRoute: () => project,
    path: '/settings',
    beforeLoad: ({ params, location }) => {
      if (/\/settings\/?$/.test(location.pathname)) {
        throw redirect({ to: '/p/$projectId/settings/project', params, replace: true });
      }
    },
  }),
  page(
    '/settings/project',
    lazyRouteComponent(() => import('./settings/project-page.tsx'), 'ProjectPage'),
  ),
  page(
    '/settings/members',
    lazyRouteComponent(() => import('./settings/members-page.tsx'), 'MembersPage'),
  ),
  page(
    '/settings/keys',
    lazyRouteComponent(() => import('./settings/keys-page.tsx'), 'KeysPage'),
  ),
  page(
    '/settings/billing',
    lazyRouteComponent(() => import('./settings/billing-page.tsx'), 'BillingPage'),
  ),
  page(
    '/settings/security',
    lazyRouteComponent(() => import('./settings/security-page.tsx'), 'SecurityPage'),
  ),
  page(
    '/settings/audit-log',
    lazyRouteComponent(() => import('./settings/audit-log-page.tsx'), 'AuditLogPage'),
  ),
  page(
    '/settings/account',
    lazyRouteComponent(() => import('./settings/account-page.tsx'), 'AccountPage'),
  ),
  // Without it the last of the doors below would take a wrong address, and send it round for ever.
  createRoute({ getParentRoute: () => project, path: '/$', component: NotFound }),
] as const;

const doors = [
  door(
    '/auth/sign-in',
    lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
  ),
  door(
    '/auth/sign-up',
    lazyRouteComponent(() => import('./sign-in/sign-up-page.tsx'), 'SignUpPage'),
  ),
  door(
    '/auth/forgot-password',
    lazyRouteComponent(() => import('./sign-in/forgot-page.tsx'), 'ForgotPage'),
  ),
  door(
    '/auth/reset-password',
    lazyRouteComponent(() => import('./sign-in/reset-page.tsx'), 'ResetPage'),
  ),
  door(
    '/auth/verify-email',
    lazyRouteComponent(() => import('./sign-in/verify-page.tsx'), 'VerifyPage'),
  ),
  door(
    '/accept-invitation',
    lazyRouteComponent(() => import('./sign-in/invitation-page.tsx'), 'InvitationPage'),
  ),
  door(
    '/new-project',
    lazyRouteComponent(() => import('./sign-in/new-project-page.tsx'), 'NewProjectPage'),
  ),
  // Addresses without a project, such as /app and /app/inbox, lead to the same place in the last one.
  createRoute({
    getParentRoute: () => root,
    path: '/$',
    beforeLoad: async ({ location, params: { _splat } }) => {
      const projects = await projectsOrSignIn(location.href);
      const wanted = projects.find(({ id }) => id === lastProject()) ?? projects[0];
      if (!wanted) throw redirect({ to: '/new-project', replace: true });
      throw redirect({ href: `/p/${wanted.id}/${_splat ?? ''}${location.searchStr}`, replace: true });
    },
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([project.addChildren(projectPages), ...doors]),
  basepath: '/app',
  defaultErrorComponent: BrokenPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][];
    const text = new URLSearchParams(given).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
