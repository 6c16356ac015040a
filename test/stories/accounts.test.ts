import { describe, expect, it } from 'vitest';
import { sendPasswordReset } from '../../server/accounts/password-reset.ts';
import { dashboardStory, expectNoProblems } from '../browser/dashboard-story.ts';
import { aProject, signedIn, type TestProject } from '../world.ts';

const { origin, visit } = dashboardStory();

const anAddress = () => `${crypto.randomUUID()}@people.test`;

describe('an invitation', () => {
  it('is accepted by somebody new, who then is in the project', async () => {
    const acme = await aProject();
    const email = anAddress();
    await invite(acme, email);
    const visited = await visit(await mailedPath(acme, email));
    const { page } = visited;
    await page.getByRole('heading', { name: 'Join Acme' }).waitFor();
    await page.getByRole('link', { name: 'Create an account to join' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`**/app/p/${acme.id}`);
    await page.getByRole('button', { name: 'Project: Acme' }).waitFor();
    // Whoever opens an invitation may be signed in already: the page asks.
    expect(visited.problems).toEqual([expect.stringContaining('401')]);
  });

  it('is accepted by somebody who is signed in with its address, and by nobody else', async () => {
    const [acme, other] = [await aProject(), await aProject()];
    const email = anAddress();
    await invite(acme, email);
    const { cookie, userId } = await signedIn(other);
    const path = await mailedPath(acme, email);
    const visited = await visit(path, { cookie });
    await visited.page.getByText('Sign in with the invited address to join').waitFor();
    await expectNoProblems(visited);
    await acme.ctx.db.updateTable('users').set({ email }).where('id', '=', userId).execute();
    await visited.page.goto(`${origin()}${path}`);
    await visited.page.getByRole('button', { name: 'Join' }).click();
    await visited.page.waitForURL(`**/app/p/${acme.id}`);
    await visited.page.getByRole('button', { name: 'Project: Acme' }).waitFor();
  });

  it('says that its link does not work', async () => {
    const { page } = await visit(`/app/accept-invitation?token=${'0'.repeat(64)}`);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
  });
});

it('sets a new password with the mailed link', async () => {
  const acme = await aProject();
  const { email } = await signedIn(acme, 'OWNER', { password: 'the old one' });
  const visited = await visit('/app/auth/sign-in');
  const { page } = visited;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor();
  await expectNoProblems(visited);
  // What the worker does with the request.
  await sendPasswordReset(acme.ctx, { email });
  await page.goto(`${origin()}${await mailedPath(acme, email)}`);
  await page.getByLabel('New password').fill('the new one');
  await expectNoProblems(visited);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('the new one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/app/p/${acme.id}`);
  await expectNoProblems(visited);
});

it('says on every page that the project is suspended, and why', async () => {
  const acme = await aProject();
  await acme.ctx.db
    .updateTable('projects')
    .set({ disabled: true, disabled_reason: 'EMAIL_REPUTATION' })
    .where('id', '=', acme.id)
    .execute();
  const visited = await visit('/app/inbox', { as: acme });
  await visited.page.getByText('suspended because too many of its emails bounced').waitFor();
  await visited.page.getByRole('link', { name: 'See why' }).click();
  await visited.page.getByRole('heading', { name: 'This project is suspended' }).waitFor();
  await expectNoProblems(visited);
});

async function invite(project: TestProject, email: string): Promise<void> {
  const owner = await signedIn(project);
  const { status } = await owner.request('POST', `/projects/${project.id}/members`, { body: { email } });
  expect(status).toBe(200);
}

/** Where the link of the newest mail to this address leads. */
async function mailedPath({ ctx }: TestProject, email: string): Promise<string> {
  const { variables } = await ctx.db
    .selectFrom('emails')
    .select('variables')
    .where('to_email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { pathname, search } = new URL((variables as { link: string }).link);
  return `${pathname}${search}`;
}
