import { describe, expect, it } from 'vitest';
import { createTemplate } from '../../contract/templates.ts';
import { aSender } from '../browser/captured-mail.ts';
import { dashboardStory, expectNoProblems } from '../browser/dashboard-story.ts';
import { RECEIPT, row } from '../browser/inbox-story.ts';
import { aProject, signedIn } from '../world.ts';

const { capture, origin, visit } = dashboardStory();
const PASSWORD = 'correct horse';

describe('signing in', () => {
  it('refuses a wrong password in the words of the API, and opens the page that was wanted', async () => {
    const acme = await aSender();
    const { email } = await signedIn(acme, 'OWNER', { password: PASSWORD });
    const [id] = await capture(acme, [RECEIPT]);
    const { page, problems } = await visit(`/app/p/${acme.id}/inbox/${id}?tab=headers`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Incorrect email or password').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('rowheader', { name: 'x-order' }).waitFor();
    expect(page.url()).toBe(`${origin()}/app/p/${acme.id}/inbox/${id}?tab=headers`);
    // Not being signed in yet, and the wrong password.
    expect(problems).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);
  });

  it('leads from addresses without a project to the last one that was used', async () => {
    const [first, second] = [await aProject(), await aProject()];
    const { cookie, userId } = await signedIn(first);
    await first.ctx.db
      .insertInto('memberships')
      .values({ project_id: second.id, user_id: userId, role: 'MEMBER' })
      .execute();
    const visited = await visit(`/app/p/${second.id}/settings/keys`, { cookie });
    await visited.page.getByRole('heading', { name: 'API keys' }).waitFor();
    await visited.page.goto(`${origin()}/app/contacts?q=ada`);
    await visited.page.waitForURL(`**/app/p/${second.id}/contacts?q=ada`);
    await visited.page.goto(`${origin()}/app`);
    await visited.page.waitForURL(`**/app/p/${second.id}`);
  });

  it('ends with signing out, also for what was on the screen', async () => {
    const acme = await aSender();
    await capture(acme, [RECEIPT]);
    const { page } = await visit('/app/inbox', { as: acme });
    await row(page, RECEIPT.subject).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await row(page, RECEIPT.subject).count()).toBe(0);
    await page.goto(`${origin()}/app/p/${acme.id}/inbox`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('asks again once the session has ended elsewhere, and comes back', async () => {
    const acme = await aSender();
    await capture(acme, [RECEIPT]);
    const { cookie, userId, email } = await signedIn(acme, 'OWNER', { password: PASSWORD });
    const { page } = await visit('/app/inbox', { cookie });
    await row(page, RECEIPT.subject).waitFor();
    await acme.ctx.db.updateTable('users').set({ session_epoch: 99 }).where('id', '=', userId).execute();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await row(page, RECEIPT.subject).waitFor();
  });
});

it('shows nothing of a project that one is no member of', async () => {
  const [mine, other] = [await aProject(), await aProject()];
  const { page } = await visit(`/app/p/${other.id}/contacts`, { as: mine });
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});

it('says so at an address that leads nowhere, inside a project too', async () => {
  const { page } = await visit('/app/nowhere', { as: await aProject() });
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

it('finds pages, contacts, emails and templates with the command palette', async () => {
  const acme = await aSender();
  const [id] = await capture(acme, [RECEIPT]);
  const from = `news@${acme.domain}`;
  await acme.call(createTemplate, {
    body: { name: 'Monthly news', subject: 'News', body: '<p>News</p>', from, type: 'MARKETING' },
  });
  const visited = await visit('/app/settings/keys', { as: acme });
  const { page } = visited;
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const search = page.getByRole('combobox', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await search.fill('ada@exa');
  await page.getByRole('option', { name: 'ada@example.com Contact' }).waitFor();
  await page.getByRole('option', { name: RECEIPT.subject }).waitFor();
  await expectNoProblems(visited);
  await search.fill(id as string);
  await page.getByRole('option', { name: RECEIPT.subject }).click();
  await page.waitForURL(`**/app/p/${acme.id}/emails/${id}`);
  await page.keyboard.press('Control+k');
  await search.fill('month');
  await page.getByRole('option', { name: 'Monthly news Template' }).waitFor();
  await search.fill('suppr');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/p/${acme.id}/suppressions`);
});
