import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../browser/browser.ts';
import { listeningDashboard } from '../browser/built-dashboard.ts';
import { aSender } from '../browser/captured-mail.ts';
import { dashboardStory, eventually } from '../browser/dashboard-story.ts';
import { numbered, preview, RECEIPT, row, subjectShown } from '../browser/inbox-story.ts';
import { aProject, aWorld } from '../world.ts';

const { capture, origin, signIn, visit } = dashboardStory();

describe('the list', () => {
  it('loads older mails on demand', async () => {
    const acme = await aSender();
    await capture(acme, numbered(53));
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await row(page, 'Mail number 53.').waitFor();
    await eventually(() => row(page, 'Mail number').count()).toBe(50);
    await page.getByRole('button', { name: 'Load more (3 older mails)' }).click();
    await row(page, 'Mail number 1.').waitFor();
    expect(await row(page, 'Mail number').count()).toBe(53);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows new mail on top by itself, without moving what is being read', async () => {
    const acme = await aSender();
    await capture(acme, numbered(53));
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await page.getByRole('button', { name: 'Load more' }).click();
    await row(page, 'Mail number 3.').scrollIntoViewIfNeeded();
    await row(page, 'Mail number 3.').focus();
    const before = await row(page, 'Mail number 3.').boundingBox();
    await capture(acme, [{ to: 'new@example.com', subject: 'Just arrived', body: '<p>Hello</p>' }]);
    await row(page, 'New: new@example.com').waitFor({ state: 'attached' });
    expect((await row(page, 'Mail number 3.').boundingBox())?.y).toBe(before?.y);
    expect(await subjectShown(page, 'Mail number 53.').count()).toBe(1);
    expect(await row(page, 'Mail number').count()).toBe(53);
    expect(await page.getByRole('banner').textContent()).toContain('54 mails');
    expect(problems).toEqual([]);
  });

  it('is walked with j and k, opened with enter, left with esc and filtered with /', async () => {
    const acme = await aSender();
    await capture(acme, numbered(4));
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await subjectShown(page, 'Mail number 4.').waitFor();
    await page.keyboard.press('j');
    await subjectShown(page, 'Mail number 3.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Choose a mail to read it here.').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await subjectShown(page, 'Mail number 4.').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('person2@');
    await eventually(() => row(page, 'Mail number').allTextContents()).toEqual([expect.stringContaining('number 2.')]);
    expect(new URL(page.url()).searchParams.get('q')).toBe('person2@');
    await page.keyboard.press('Escape');
    await eventually(() => row(page, 'Mail number').count()).toBe(4);
    expect(problems).toEqual([]);
  });

  it('goes back to the mail before with the browser', async () => {
    const acme = await aSender();
    await capture(acme, numbered(3));
    const { page } = await visit('/app/inbox', { as: acme });
    await row(page, 'Mail number 2.').click();
    await row(page, 'Mail number 1.').click();
    await page.goBack();
    await subjectShown(page, 'Mail number 2.').waitFor();
  });

  it('is emptied after saying how many, and then teaches how to send', async () => {
    const [acme, other] = [await aSender(), await aSender()];
    await capture(acme, numbered(3));
    await capture(other, numbered(1));
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await page.getByRole('button', { name: 'Empty inbox' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'Mail number 3.').waitFor();
    await page.getByRole('button', { name: 'Empty inbox' }).click();
    await page.getByRole('button', { name: 'Delete 3 mails' }).click();
    await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
    await page.getByText(`hello@${acme.domain}`).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/p/${acme.id}/inbox`);
    const left = await acme.ctx.db.selectFrom('captured_messages').select('project_id').execute();
    expect(left.filter(({ project_id }) => [acme.id, other.id].includes(project_id))).toEqual([
      { project_id: other.id },
    ]);

    await capture(acme, [RECEIPT]);
    await preview(page).getByText('Thank you, Ada').waitFor();
    expect(problems).toEqual([]);
  });

  it('has a project without a domain add one first, with the words of the API when that fails', async () => {
    const acme = await aProject();
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await page.getByLabel('Sender domain').fill('no domain');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByText('Must be a domain name of 3 to 253 characters').waitFor();
    await page.getByLabel('Sender domain').fill(`first-${acme.id}.test`);
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByText(`hello@first-${acme.id}.test`).waitFor();
    expect(problems).toEqual([expect.stringContaining('422')]);
  });

  it('is a page of its own on a phone, with the way back', async () => {
    const acme = await aSender();
    await capture(acme, numbered(2));
    const { page, problems } = await visit('/app/inbox', { as: acme, viewport: { width: 390, height: 844 } });
    await row(page, 'Mail number 1.').click();
    await preview(page).getByText('Text of 1').waitFor();
    expect(await row(page, 'Mail number 2.').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'All mails' }).click();
    await row(page, 'Mail number 2.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'API reference' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('shows what the API refused, with the id of the request and a way to try again', async () => {
    const acme = await aProject({ world: await aWorld({ rateLimitPerMinute: 1 }) });
    const place = await listeningDashboard(acme.world);
    await acme.request('GET', '/inbox');
    const { page } = await visit('/app/inbox', { as: acme, at: place });
    await page.getByText('More than 1 requests in a minute').waitFor();
    const shown = await page.getByRole('alert').getByRole('code').textContent();
    const [again] = await Promise.all([
      page.waitForResponse(`${place}/inbox?**`),
      page.getByRole('button', { name: 'Try again' }).click(),
    ]);
    expect(again.status()).toBe(429);
    expect(shown).toMatch(/^[0-9a-f-]{36}$/);
    await eventually(() => page.getByRole('alert').getByRole('code').textContent()).not.toBe(shown);
    await acme.world.app.close();
  });

  it('says when the server does not answer, and heals by itself', async () => {
    const acme = await aSender();
    await capture(acme, numbered(1));
    const { page } = await visit('/app/inbox', { as: acme });
    await row(page, 'Mail number 1.').waitFor();
    await page.context().setOffline(true);
    await page.getByText('The server does not answer').waitFor();
    expect(await row(page, 'Mail number 1.').count()).toBe(1);
    await page.context().setOffline(false);
    await page.getByText('The server does not answer').waitFor({ state: 'detached' });
  });
});

it('keeps the chosen colours', async () => {
  const acme = await aProject();
  const { page } = await visit('/app/inbox', { as: acme, colorScheme: 'light' });
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  const dark = await background();
  await page.reload();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  expect(await background()).toBe(dark);
  expect(dark).not.toBe(light);
});

describe.each([
  { colorScheme: 'light', parts: ['html', 'text', 'headers', 'source', 'attachments'] },
  { colorScheme: 'dark', parts: ['html', 'headers'] },
] as const)('in $colorScheme colours', ({ colorScheme, parts }) => {
  it('passes the accessibility check in every state', { timeout: 180_000 }, async () => {
    const acme = await aSender();
    const [id] = await capture(acme, [RECEIPT, ...numbered(2)]);
    const { page } = await visit('/app/inbox', { colorScheme });
    await page.getByLabel('Password').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await signIn(page.context(), acme);
    for (const part of parts) {
      await page.goto(`${origin()}/app/inbox/${id}?tab=${part}`);
      await page.getByRole('tabpanel').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Empty inbox' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete 3 mails' }).click();
    await page.getByText('Waiting for the first mail').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
