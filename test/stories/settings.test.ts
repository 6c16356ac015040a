import { describe, expect, it } from 'vitest';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { aProject, signedIn } from '../world.ts';

const { origin, visit } = dashboardStory();

describe('API keys', () => {
  it('are masked, revealed on demand, and both replaced after a warning', async () => {
    const acme = await aProject();
    const visited = await visit('/app/settings/keys', { as: acme });
    const { page } = visited;
    const secret = page.getByRole('region', { name: 'Secret key' }).getByRole('code');
    await secret.waitFor();
    expect(await secret.textContent()).not.toContain(acme.secretKey);
    await page.getByRole('button', { name: 'Reveal Secret key' }).click();
    expect(await secret.textContent()).toBe(acme.secretKey);
    await expectNoProblems(visited);

    await page.getByRole('button', { name: 'Rotate keys' }).click();
    await page.getByText('The old keys stop working at once').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate keys' }).click();
    await page.getByText('Both keys are new').waitFor();
    await eventually(() => secret.textContent()).not.toBe(acme.secretKey);
    expect((await acme.request('GET', '/contacts')).status).toBe(401);
    const rotated = (await secret.textContent()) as string;
    expect((await acme.request('GET', '/contacts', { key: { raw: `Bearer ${rotated}` } })).status).toBe(200);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('row', { name: 'Keys rotated' }).waitFor();
    await expectNoProblems(visited);
  });

  it('tell when each was last used', async () => {
    const acme = await aProject();
    const used = new Date(Date.now() - 3 * 3_600_000);
    await acme.ctx.db.updateTable('projects').set({ secret_key_used_at: used }).where('id', '=', acme.id).execute();
    const visited = await visit('/app/settings/keys', { as: acme });
    const about = (name: string) => visited.page.getByRole('region', { name });
    await about('Secret key')
      .getByText(/Last used 3 h/)
      .waitFor();
    await about('Public key').getByText('Not used yet').waitFor();
    await expectNoProblems(visited);
  });

  it('cannot be rotated by a member', async () => {
    const acme = await aProject();
    const { page } = await visit('/app/settings/keys', { as: acme, role: 'MEMBER' });
    await page.getByRole('button', { name: 'Reveal Public key' }).waitFor();
    expect(await page.getByRole('button', { name: 'Rotate keys' }).count()).toBe(0);
  });
});

describe('members', () => {
  it('are invited by mail, change their role, and are removed', async () => {
    const acme = await aProject();
    const colleague = await signedIn(acme, 'MEMBER');
    const visited = await visit('/app/settings/members', { as: acme });
    const { page } = visited;
    const invited = `${crypto.randomUUID()}@people.test`;
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Invite', exact: true }).last().click();
    await page.getByText('Invalid email').waitFor();
    await page.getByLabel('Email').fill(invited);
    await expectNoProblems(visited);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('row', { name: `${invited} Invited` }).waitFor();

    await page.getByRole('button', { name: `Change ${colleague.email}` }).click();
    await page.getByRole('menuitem', { name: 'Make admin' }).click();
    await page.getByRole('row', { name: new RegExp(`${colleague.email} Admin`) }).waitFor();
    await page.getByRole('button', { name: `Change ${colleague.email}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: colleague.email }).waitFor({ state: 'detached' });
    expect((await colleague.request('GET', '/contacts')).status).toBe(403);
    await expectNoProblems(visited);
  });
});

describe('the project', () => {
  it('is renamed, and asks before changes are left behind', async () => {
    const acme = await aProject();
    const visited = await visit('/app/settings/project', { as: acme });
    const { page } = visited;
    await page.getByLabel('Name').fill('Acme of 2030');
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByText('Leave without saving?').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('radio', { name: /Marketing only/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Project: Acme of 2030' }).waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
    const { name, tracking } = await acme.ctx.db
      .selectFrom('projects')
      .select(['name', 'tracking'])
      .where('id', '=', acme.id)
      .executeTakeFirstOrThrow();
    expect({ name, tracking }).toEqual({ name: 'Acme of 2030', tracking: 'MARKETING_ONLY' });
  });

  it('says that it is being reset for as long as it is', async () => {
    const acme = await aProject();
    const project = acme.ctx.db.updateTable('projects').where('id', '=', acme.id);
    await project.set({ wipe: 'RESET', disabled: true }).execute();
    const visited = await visit('/app/settings/project', { as: acme });
    const line = visited.page.getByText('All data of this project is being deleted');
    await line.waitFor();
    await expectNoProblems(visited);
    await project.set({ wipe: null, disabled: false }).execute();
    await line.waitFor({ state: 'detached' });
  });

  it('is deleted once its name is typed', async () => {
    const acme = await aProject();
    const visited = await visit('/app/settings/project', { as: acme });
    const { page } = visited;
    await page.getByRole('button', { name: 'Delete project' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type Acme to confirm').fill('Acme');
    await expectNoProblems(visited);
    await confirm.click();
    await page.waitForURL(`${origin()}/app/new-project`);
    expect((await acme.request('GET', '/contacts')).status).toBe(401);
  });

  it('is created and changed to without a trace of the other', async () => {
    const acme = await aProject();
    await acme.contact('ada@example.com');
    const visited = await visit('/app', { as: acme });
    const { page } = visited;
    await page.getByRole('button', { name: 'Project: Acme' }).click();
    await page.getByRole('menuitem', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Second');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('button', { name: 'Project: Second' }).waitFor();
    await page.getByText('Three steps until Second sends its first mail').waitFor();
    await expectNoProblems(visited);
  });
});

it('has settings that pass the accessibility check', { timeout: 120_000 }, async () => {
  const acme = await aProject();
  const visited = await visit('/app/settings/project', { as: acme, colorScheme: 'dark' });
  for (const name of ['Members', 'Billing', 'Security', 'Audit log', 'Account', 'Project']) {
    await visited.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    await visited.page.getByRole('heading', { name, level: 2 }).waitFor();
    await eventually(() => visited.page.locator('[aria-label="Loading"]').count()).toBe(0);
    await expectNoProblems(visited);
  }
});
