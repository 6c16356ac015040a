import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from '../browser/browser.ts';
import { aSender, type Sender } from '../browser/captured-mail.ts';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { pastMail } from '../browser/past-mail.ts';

const { visit } = dashboardStory();

let acme: Sender;
beforeAll(async () => {
  acme = await aSender();
  await pastMail(acme, { to: 'old@example.com', count: 5, daysAgo: 60, delivered: 5 });
  const became = { delivered: 7, opened: 4, clicked: 2, bounced: 1 };
  await pastMail(acme, { to: 'ada@example.com', count: 8, daysAgo: 10, ...became });
  await pastMail(acme, { to: 'new@example.com', count: 2, daysAgo: 1, delivered: 2 });
});

async function expectNoProblemsInBothSchemes(visited: Visit): Promise<void> {
  await expectNoProblems(visited);
  await visited.page.emulateMedia({ colorScheme: 'dark' });
  await expectNoProblems(visited);
}

const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

describe('the overview', () => {
  it('sums up 30 days, draws them, and leads to the mail behind a number', async () => {
    const visited = await visit('/app/', { as: acme });
    const { page } = visited;
    const numbers = page.getByRole('main').getByRole('link');
    await numbers.filter({ hasText: /^Emails10$/ }).waitFor();
    await numbers.filter({ hasText: /^Delivered9$/ }).waitFor();
    await numbers.filter({ hasText: /^Open rate40\.0%4 opened$/ }).waitFor();
    await page
      .getByRole('figure', { name: /Mail of the last 30 days/ })
      .locator('svg')
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Health' }).getByText('0 emails waiting').waitFor();
    await expectNoProblemsInBothSchemes(visited);
    await numbers.filter({ hasText: /^Bounce rate10\.0%1 bounced$/ }).click();
    await eventually(() => page.getByRole('table', { name: 'Emails' }).getByRole('row').count()).toBe(2);
    expect(asked(page, 'status')).toBe('BOUNCED');
  });

  it('tells what happens while one looks at it', async () => {
    const { page } = await visit('/app/', { as: acme });
    const feed = page.getByRole('region', { name: 'Recent activity' });
    await feed.getByText('new@example.com').first().waitFor();
    expect(await feed.getByText('just_happened').count()).toBe(0);
    await acme.track('grace@example.com', 'just_happened');
    await feed.getByText('just_happened').waitFor();
  });
});

describe('activity', () => {
  it('keeps its filter in the URL and leads to the email', async () => {
    const visited = await visit('/app/activity?types=email.bounced', { as: acme });
    const { page } = visited;
    const feed = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
    await eventually(() => feed.count()).toBe(1);
    await expectNoProblemsInBothSchemes(visited);
    await page.getByLabel('Type').selectOption('email.opened');
    await eventually(() => feed.count()).toBe(4);
    expect(asked(page, 'types')).toBe('email.opened');
    await feed.getByRole('link', { name: 'Welcome to Acme' }).first().click();
    await page.getByRole('list', { name: 'What became of it' }).getByText('Opened').waitFor();
    await page.goBack();
    await eventually(() => feed.count()).toBe(4);
    await page.getByRole('button', { name: 'Clear' }).click();
    await eventually(() => feed.count()).toBeGreaterThan(20);
    expect(asked(page, 'types')).toBe(null);
  });

  it('teaches what will be seen while there is nothing', async () => {
    const { page } = await visit('/app/activity', { as: await aSender() });
    await page.getByText('Nothing happened yet').waitFor();
    await page.getByText('No campaign is scheduled').waitFor();
  });
});

describe('analytics', () => {
  it('counts the period that the URL names', async () => {
    const visited = await visit('/app/analytics', { as: acme });
    const { page } = visited;
    const mail = page.getByRole('region', { name: 'Mail' });
    await mail.getByText('10 sent · 40.0% opened · 20.0% clicked · 10.0% bounced').waitFor();
    await page.getByRole('figure').locator('svg').first().waitFor();
    await expectNoProblemsInBothSchemes(visited);
    await page.getByLabel('Period').selectOption('90');
    await mail.getByText('15 sent').waitFor();
    expect(asked(page, 'days')).toBe('90');
    await page.getByLabel('Period').selectOption('7');
    await mail.getByText('2 sent · 0% opened').waitFor();
    await page.reload();
    await mail.getByText('2 sent · 0% opened').waitFor();
  });
});
