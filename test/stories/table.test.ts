import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { aProject, type TestProject } from '../world.ts';

const { visit } = dashboardStory();

const rows = (page: Page) => page.getByRole('table', { name: 'Contacts' }).getByRole('link');
const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

it('is walked with j and k, ticked with x, opened with enter, and opens a tab with ⌘-click', async () => {
  const acme = await aProject();
  await contacts(acme, 5);
  const visited = await visit('/app/contacts', { as: acme });
  const { page } = visited;
  await rows(page).first().waitFor();
  const names = await rows(page).allTextContents();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await eventually(() => focused(page)).toBe(names[1]);
  await page.keyboard.press('k');
  await eventually(() => focused(page)).toBe(names[0]);
  await page.keyboard.press('x');
  await page.getByText('1 row selected').waitFor();
  await expectNoProblems(visited);
  await page.keyboard.press('Escape');
  await page.getByText('1 row selected').waitFor({ state: 'detached' });

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    rows(page)
      .nth(2)
      .click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.waitForURL(/\/contacts\/[0-9a-f-]{36}$/);
  await tab.close();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/contacts\/[0-9a-f-]{36}$/);
});

it('loads more without losing its place, and draws only what is in view', { timeout: 120_000 }, async () => {
  const acme = await aProject();
  await contacts(acme, 320);
  const visited = await visit('/app/contacts', { as: acme });
  const { page } = visited;
  await rows(page).first().waitFor();
  const more = page.getByRole('button', { name: 'Load more' });
  const top = () => page.evaluate(`document.querySelector('table').parentElement.scrollTop`);
  for (const left of [270, 220, 170, 120, 70, 20]) {
    await page.getByText(`Load more (${left} left)`).scrollIntoViewIfNeeded();
    const before = await top();
    await more.click();
    await page.getByText(`Load more (${left} left)`).waitFor({ state: 'detached' });
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    expect(await top()).toBe(before);
  }
  expect(await more.count()).toBe(0);
  expect(await rows(page).count()).toBeLessThan(120);
  await page.evaluate(`document.querySelector('table').parentElement.scrollTo(0, 1e9)`);
  await page.locator('[data-row="319"]').waitFor();
  expect(await page.locator('[data-row="0"]').count()).toBe(0);
  expect(visited.problems).toEqual([]);
});

async function contacts({ ctx, id }: TestProject, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, i) => ({
    project_id: id,
    email: `person${i + 1}@example.com`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, i)),
  }));
  await ctx.db.insertInto('contacts').values(all).execute();
}
