import { AUDIENCE_PAGES } from './audience-pages.ts';
import type { ScreenshotPage } from './screenshot-page.ts';

/** Every page of the dashboard; whoever adds a page adds it here. */
export const SCREENSHOT_PAGES: ScreenshotPage[] = [
  ...AUDIENCE_PAGES,
  { name: 'sign-in', path: () => '/auth/sign-in', isPublic: true },
  { name: 'sign-up', path: () => '/auth/sign-up', isPublic: true },
  { name: 'forgot-password', path: () => '/auth/forgot-password', isPublic: true },
  { name: 'reset-password', path: () => '/auth/reset-password?token=x', isPublic: true },
  { name: 'verify-email', path: () => '/auth/verify-email' },
  { name: 'accept-invitation', path: () => '/accept-invitation?token=x', isPublic: true },
  { name: 'new-project', path: () => '/new-project' },
  { name: 'public-unsubscribe', path: ({ links }) => links.unsubscribe, isPublic: true },
  { name: 'public-manage', path: ({ links }) => links.manage, isPublic: true },
  { name: 'public-subscribe', path: ({ links }) => links.subscribe, isPublic: true },
  { name: 'public-bad-link', path: () => '/unsubscribe/x', isPublic: true },
  { name: 'overview', path: () => '' },
  { name: 'overview-empty', path: () => '', isEmpty: true },
  { name: 'campaigns', path: () => '/campaigns' },
  { name: 'campaign', path: ({ campaignId }) => `/campaigns/${campaignId}` },
  { name: 'workflows', path: () => '/workflows' },
  { name: 'workflow', path: ({ workflowId }) => `/workflows/${workflowId}` },
  {
    name: 'workflow-step',
    path: ({ workflowId }) => `/workflows/${workflowId}`,
    open: async (page) => {
      await page.getByRole('button', { name: /If plan is pro/ }).click();
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'workflow-simulation',
    path: ({ workflowId }) => `/workflows/${workflowId}?simulate=1`,
    open: async (page) => {
      await page.getByRole('combobox', { name: /^Contact/ }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Simulate', exact: true }).click();
      await page.getByRole('region', { name: 'What would happen' }).waitFor();
    },
  },
  { name: 'workflow-executions', path: ({ workflowId }) => `/workflows/${workflowId}?tab=executions` },
  {
    name: 'workflow-execution',
    path: ({ workflowId }) => `/workflows/${workflowId}?tab=executions`,
    open: async (page) => {
      await page.getByRole('table', { name: 'Executions' }).getByRole('row').nth(1).click();
      await page.getByRole('list', { name: 'What happened' }).waitFor();
    },
  },
  { name: 'templates', path: () => '/templates' },
  { name: 'template', path: ({ templateId }) => `/templates/${templateId}` },
  { name: 'contacts', path: () => '/contacts' },
  { name: 'contacts-empty', path: () => '/contacts', isEmpty: true },
  { name: 'contact', path: ({ contactId }) => `/contacts/${contactId}` },
  { name: 'segments', path: () => '/segments' },
  { name: 'segment', path: ({ segmentId }) => `/segments/${segmentId}` },
  { name: 'events', path: () => '/events' },
  { name: 'emails', path: () => '/emails' },
  { name: 'email', path: ({ emailId }) => `/emails/${emailId}` },
  { name: 'inbox', path: () => '/inbox' },
  { name: 'domains', path: () => '/domains' },
  { name: 'suppressions', path: () => '/suppressions' },
  { name: 'activity', path: () => '/activity' },
  { name: 'analytics', path: () => '/analytics' },
  { name: 'settings-project', path: () => '/settings/project' },
  { name: 'settings-keys', path: () => '/settings/keys' },
  { name: 'settings-members', path: () => '/settings/members' },
  { name: 'settings-billing', path: () => '/settings/billing' },
  { name: 'settings-security', path: () => '/settings/security' },
  { name: 'settings-audit-log', path: () => '/settings/audit-log' },
  { name: 'settings-account', path: () => '/settings/account' },
  {
    name: 'palette',
    path: () => '/contacts',
    open: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).click();
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('person1');
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'menu',
    path: () => '/contacts',
    open: async (page, isPhone) => {
      if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
      else await page.getByRole('button', { name: 'Your account' }).click();
    },
  },
];
