import { expect, it } from 'vitest';
import { dashboardStory, expectNoProblems } from '../browser/dashboard-story.ts';
import { preview, row } from '../browser/inbox-story.ts';

const { deliver, origin, visit } = dashboardStory();

it('leads from signing up to the first email, sent by the API and seen in the inbox', async () => {
  const name = crypto.randomUUID();
  const visited = await visit('/app/auth/sign-up', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visited;
  await page.getByLabel('Email').fill(`${name}@people.test`);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('At least 6 characters', { exact: true }).waitFor();
  await expectNoProblems(visited);
  await page.getByLabel('Password').fill('long enough');
  await page.keyboard.press('Control+Enter');

  await page.getByLabel('Name').fill('Acme & Söhne');
  await expectNoProblems(visited);
  await page.getByRole('button', { name: 'Create project' }).click();

  await page.getByText('Three steps until Acme & Söhne sends its first mail').waitFor();
  await page.getByLabel('Sender domain').fill(`${name}.test`);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByText(`${name}.test is ready to send`).waitFor();
  await page.getByText('Waiting for the first email').waitFor();
  await expectNoProblems(visited);

  await page.getByRole('button', { name: 'Copy command' }).click();
  const command = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect((await asCurl(command)).status).toBe(200);
  await deliver();

  await page.getByRole('link', { name: 'See it in the inbox' }).click();
  await row(page, 'The first one').waitFor();
  await preview(page).getByText('It works.').waitFor();
  expect(new URL(page.url()).origin).toBe(origin());
  await expectNoProblems(visited);
});

/** What the shell would do with the copied command. */
function asCurl(command: string): Promise<Response> {
  const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name, value]) => [name, value] as [string, string],
  );
  const [, body = ''] = /-d '([\s\S]+)'$/.exec(command) ?? [];
  return fetch(url, { method: 'POST', headers, body });
}
