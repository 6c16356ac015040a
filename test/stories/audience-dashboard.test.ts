import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listContacts } from '../../contract/contacts.ts';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { runJobs } from '../run-jobs.ts';
import { aProject } from '../world.ts';

const { visit } = dashboardStory();

const CSV = [
  'Mailadresse;subscribed;Tarif;seats;Notiz',
  'ada@example.com;true;pro;3;"likes; commas, too"',
  'grace@example.com;true;free;1;',
  'alan@example.com;false;pro;12;',
  'edsger@example.com;true;pro;40;',
  'not an address;true;free;1;',
].join('\n');

const choose = async (page: Page, box: string, typed: string, option: RegExp) => {
  await page.getByRole('combobox', { name: box }).last().click();
  await page.getByPlaceholder('Type to search').fill(typed);
  await page.getByRole('option', { name: option }).click();
};

describe('an audience', () => {
  it('is imported from a file, described by a condition that counts as it is built, and seen', {
    timeout: 120_000,
  }, async () => {
    const acme = await aProject();
    const visited = await visit('/app/contacts', { as: acme });
    const { page } = visited;
    await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    await expectNoProblems(visited);

    await page.getByRole('button', { name: 'Import a CSV file' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await page.getByText('Choose the column that holds the email address').waitFor();
    await page.getByLabel('Mailadresse becomes').selectOption('email');
    await page.getByLabel('Field for Tarif').fill('seats');
    await page.getByText('Two columns would become the field seats').waitFor();
    await page.getByLabel('Field for Tarif').fill('plan');
    await page.getByLabel('Notiz becomes').selectOption('skip');
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Import', exact: true }).last().click();
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    await runJobs(acme.world);
    await page.getByText('4 contacts added, 0 updated, 1 row left out').waitFor();
    await page.getByText('not an address').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Done' }).click();
    const contacts = page.getByRole('table', { name: 'Contacts' }).getByRole('row');
    await eventually(() => contacts.count()).toBe(5);
    const { data } = await acme.call(listContacts, { query: { search: 'ada@' } });
    expect(data[0]?.data).toEqual({ plan: 'pro', seats: 3 });

    await page.getByRole('link', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'New segment' }).first().click();
    await page.getByLabel('Name').fill('Paying customers');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('3 contacts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'And', exact: true }).click();
    await page.getByText('Finish the condition').waitFor();
    await choose(page, 'Field', 'plan', /^plan string/);
    await choose(page, 'Value', 'pro', /^pro/);
    await page.getByText('2 contacts', { exact: true }).waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Add a group' }).click();
    await choose(page, 'Field', 'seats', /^seats number/);
    await page.getByLabel('Comparison').last().selectOption('greaterThan');
    await page.getByRole('spinbutton', { name: 'Value' }).fill('10');
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.getByLabel('How groups are joined').selectOption('OR');
    await page.getByText('3 contacts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Members' }).click();
    const members = page.getByRole('table', { name: 'Members' }).getByRole('row');
    await eventually(() => members.count()).toBe(4);
    await page.getByRole('link', { name: 'alan@example.com' }).waitFor();
    await expectNoProblems(visited);
  });

  it('shows a contact whose fields are edited in place, and who is unsubscribed with a way back', async () => {
    const acme = await aProject();
    const ada = await acme.contact('ada@example.com', { data: { plan: 'free', seats: 3 } });
    await acme.track('ada@example.com', 'order.placed', { total: 30 });
    const stored = async () => (await acme.call(listContacts, { query: {} })).data[0];
    const visited = await visit(`/app/contacts/${ada.id}`, { as: acme, colorScheme: 'dark' });
    const { page } = visited;
    await page.getByRole('heading', { name: 'ada@example.com', level: 1 }).waitFor();
    await page.getByText('order.placed').waitFor();
    await expectNoProblems(visited);

    await page.getByRole('button', { name: 'Edit seats' }).click();
    await page.getByRole('textbox', { name: 'seats' }).fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be a number').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('textbox', { name: 'seats' }).fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit seats' }).waitFor();
    expect((await stored())?.data).toEqual({ plan: 'free', seats: 12, total: 30 });

    await page.getByRole('button', { name: 'Remove plan' }).click();
    await page.getByText('plan is removed').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Edit plan' }).waitFor();

    await page.getByRole('switch', { name: 'Subscribed' }).click();
    await page.getByText('Unsubscribed', { exact: true }).waitFor();
    expect((await stored())?.subscribed).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await stored())?.subscribed).toBe(true);
    await page.getByRole('switch', { name: 'Subscribed', checked: true }).waitFor();
    expect((await stored())?.data).toEqual({ plan: 'free', seats: 12, total: 30 });
    await expectNoProblems(visited);
  });

  it('is changed in bulk after a question, and listed by what contacts did', async () => {
    const acme = await aProject();
    for (const name of ['ada', 'grace', 'alan']) await acme.contact(`${name}@example.com`);
    await acme.track('ada@example.com', 'order.placed', { total: 30 });
    const visited = await visit('/app/contacts', { as: acme, colorScheme: 'dark' });
    const { page } = visited;
    await page.getByRole('checkbox', { name: /grace@example.com/ }).click();
    await page.getByRole('checkbox', { name: /alan@example.com/ }).click();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByText('They get no more campaigns').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Unsubscribe 2 contacts' }).click();
    await page.getByText(/Working/).waitFor();
    await runJobs(acme.world);
    await page.getByText('2 contacts unsubscribed').waitFor();
    await page.getByLabel('Subscription').selectOption('false');
    const contacts = page.getByRole('table', { name: 'Contacts' }).getByRole('row');
    await eventually(() => contacts.count()).toBe(3);
    await expectNoProblems(visited);

    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('row', { name: /order.placed/ }).click();
    await page.getByText('{"total":30}').waitFor();
    await expectNoProblems(visited);
  });
});
