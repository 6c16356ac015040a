import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createCampaign, getCampaign } from '../../contract/campaigns.ts';
import { listInbox } from '../../contract/inbox.ts';
import { createTemplate, listTemplates } from '../../contract/templates.ts';
import { finishCampaigns } from '../../server/campaigns/finish-campaigns.ts';
import { aSender } from '../browser/captured-mail.ts';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { runJobs } from '../run-jobs.ts';

const { deliver, visit } = dashboardStory();
const mail = (page: Page) => page.frameLocator('iframe[title="Preview of the mail"]');
const WIDE = { viewport: { width: 1440, height: 900 } };

describe('a template', () => {
  it('is written visually and as HTML, and a mistake is shown at its line', async () => {
    const acme = await aSender();
    await acme.contact('ada@example.com', { data: { firstName: 'Ada' } });
    const visited = await visit('/app/templates', { as: acme, ...WIDE });
    const { page } = visited;
    const body = async () => (await acme.call(listTemplates, { query: {} })).data[0]?.body;
    await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByLabel('Name').fill('Welcome');
    await page.getByLabel('Subject').fill('Welcome, {{firstName}}');
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Create' }).click();

    const canvas = page.getByRole('textbox', { name: 'The mail' });
    await canvas.getByText('Write your mail here.').click({ clickCount: 3 });
    await page.keyboard.type('Your account is ready.');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type(' Really.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await eventually(body).toContain('<p>Your account is ready.<strong> Really.</strong></p>');
    await mail(page).getByText('Really.').waitFor();
    await page.getByRole('combobox', { name: /Preview as/ }).click();
    await page.getByRole('option', { name: 'ada@example.com' }).click();
    await mail(page).getByRole('heading', { name: 'Hello Ada' }).waitFor();
    await page.getByText('Welcome, Ada').waitFor();
    await expectNoProblems(visited);

    await page.getByRole('button', { name: 'HTML', exact: true }).click();
    const code = page.getByRole('textbox', { name: 'HTML of the mail' });
    await code.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\n<p>{% if plan %}never ended</p>');
    await page.getByText('Cannot be saved').waitFor();
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText(/^Line 2/)
      .waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    await expectNoProblems(visited);
    await page.keyboard.type('{% endif %}');
    await page.getByText('Saved', { exact: true }).waitFor();
    await eventually(body).toContain('never ended</p>{% endif %}');
    await page.getByRole('list', { name: 'Problems' }).waitFor({ state: 'detached' });
  });
});

describe('columns of a mail', () => {
  it('stand side by side on a wide screen and one under the other on a phone', async () => {
    const acme = await aSender();
    const template = await acme.call(createTemplate, {
      body: {
        name: 'Offers',
        subject: 'Offers',
        body: '<p>Two offers</p>',
        from: `a@${acme.domain}`,
        type: 'MARKETING',
      },
    });
    const visited = await visit(`/app/templates/${template.id}`, { as: acme, ...WIDE });
    const { page } = visited;
    const canvas = page.getByRole('textbox', { name: 'The mail' });
    await canvas.getByText('Two offers').click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Two columns' }).click();
    await page.keyboard.type('Tea');
    await canvas.locator('td').nth(1).click();
    await page.keyboard.type('Coffee');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectNoProblems(visited);

    const [tea, coffee] = [mail(page).getByText('Tea'), mail(page).getByText('Coffee')];
    const offset = async () => {
      const [left, right] = [await tea.boundingBox(), await coffee.boundingBox()];
      return left && right && { isBeside: right.x > left.x + 50, isBelow: right.y > left.y + 10 };
    };
    await eventually(offset).toEqual({ isBeside: true, isBelow: false });
    await page.getByRole('button', { name: 'Phone', exact: true }).click();
    await eventually(offset).toEqual({ isBeside: false, isBelow: true });

    // Still in the visual editor after a reload: nothing of it is lost on the way through the source.
    await page.reload();
    await canvas.getByText('Coffee').click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Put one under the other' }).click();
    const body = async () => (await acme.call(listTemplates, { query: {} })).data[0]?.body;
    await eventually(body).toMatch(/^<p>Two offers<\/p><p>Tea<\/p><p>Coffee<\/p>/);
  });
});

describe('a campaign', () => {
  it('is composed, aimed by a condition, reviewed, sent, and followed to its last recipient', {
    timeout: 120_000,
  }, async () => {
    const acme = await aSender();
    for (let i = 1; i <= 6; i++) {
      await acme.contact(`person${i}@example.com`, {
        subscribed: i !== 6,
        data: { firstName: `Person ${i}`, plan: i % 2 ? 'free' : 'pro' },
      });
    }
    const visited = await visit('/app/campaigns', { as: acme, ...WIDE });
    const { page } = visited;
    await page.getByRole('button', { name: 'New campaign' }).first().click();
    await page.getByLabel('Name').fill('November news');
    await page.getByLabel('Subject').fill('News for {{firstName}}');
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Create' }).click();

    const canvas = page.getByRole('textbox', { name: 'The mail' });
    await canvas.getByText('Write your mail here.').click({ clickCount: 3 });
    await page.keyboard.type('We open a second shop.');
    await mail(page).getByText('We open a second shop.').waitFor();
    await expectNoProblems(visited);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next: audience' }).click();

    await page.getByRole('radio', { name: /A condition/ }).click();
    await page.getByRole('combobox', { name: /Field/ }).click();
    await page.getByPlaceholder('Type to search').fill('plan');
    await page.getByRole('option', { name: /^plan/ }).click();
    await page.getByRole('combobox', { name: /Value/ }).click();
    await page.getByRole('option', { name: 'pro' }).click();
    await page.getByText('3 contacts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('2 contacts', { exact: true }).waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Next: review' }).click();

    await page.getByText('Nothing to mend.').waitFor();
    await mail(page).getByText('We open a second shop.').waitFor();
    await page.getByRole('button', { name: 'Send to 2 contacts' }).waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Send to 2 contacts' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send to 2 contacts' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Results' }).waitFor();
    await runJobs(acme.world);
    await page.getByRole('progressbar', { name: 'Left the queue' }).waitFor();
    await deliver();
    await eventually(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2');
    await finishCampaigns(acme.world.ctx);
    await page.getByRole('region', { name: 'Sent' }).waitFor();
    await expectNoProblems(visited);

    await page.getByRole('tab', { name: 'Recipients' }).click();
    const recipients = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
    await eventually(() => recipients.count()).toBe(3);
    await page
      .getByRole('row', { name: /person2@example.com/ })
      .getByText('Sent')
      .waitFor();
    await expectNoProblems(visited);
    await page.getByRole('tab', { name: 'Mail' }).click();
    await mail(page).getByText('We open a second shop.').waitFor();
    await expectNoProblems(visited);
    const { data } = await acme.call(listInbox, { query: {} });
    expect(data.map(({ subject }) => subject).sort()).toEqual(['News for Person 2', 'News for Person 4']);
  });

  it('that is not ready says why before it is sent', async () => {
    const acme = await aSender();
    await acme.contact('ada@example.com', { data: { firstName: 'Ada' } });
    await acme.contact('grace@example.com');
    await acme.contact('alan@example.com', { subscribed: false });
    const { data } = await acme.call(createCampaign, {
      body: {
        name: 'Half done',
        subject: 'Hi {{firstName}}',
        body: '<p>Hi</p><a href="htp:/oops">Read</a>',
        from: `news@${acme.domain}`,
        type: 'HEADLESS',
        audienceType: 'ALL',
      },
    });
    const visited = await visit(`/app/campaigns/${data.id}?tab=review`, { as: acme, colorScheme: 'dark' });
    const { page } = visited;
    const checks = page.getByRole('region', { name: 'Checks' });
    await checks.getByText('The mail has no unsubscribe link').waitFor();
    await checks.getByText('This link cannot work: htp:/oops').waitFor();
    await checks.getByText('1 recipient has no firstName').waitFor();
    await page.getByRole('button', { name: 'Send to 2 contacts' }).waitFor();
    await expectNoProblems(visited);
    await page.getByRole('tab', { name: 'Mail' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
    await expectNoProblems(visited);
    await page.getByRole('tab', { name: 'Audience' }).click();
    await page.getByRole('radio', { name: /Everyone/ }).waitFor();
    await expectNoProblems(visited);
  });

  it('waits for its time, keeps what was typed meanwhile, and is called off', async () => {
    const acme = await aSender();
    await acme.contact('ada@example.com');
    const from = `news@${acme.domain}`;
    const body = { name: 'Later', subject: 'Soon', body: '<p>Soon</p>', from, audienceType: 'ALL' } as const;
    const { data } = await acme.call(createCampaign, { body });
    const visited = await visit(`/app/campaigns/${data.id}?tab=review`, { as: acme, colorScheme: 'dark' });
    const { page } = visited;
    await page.getByRole('switch', { name: /Later/ }).click();
    await page.getByLabel('Date and time').waitFor();
    await page.getByRole('button', { name: 'Schedule for 1 contact' }).click();
    await expectNoProblems(visited);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Schedule for 1 contact' }).click();
    await page.getByText('Scheduled', { exact: true }).waitFor();

    await page.getByRole('textbox', { name: 'Subject' }).fill('Very soon');
    await page.getByRole('tab', { name: 'Audience' }).click();
    await page.getByRole('tab', { name: 'Mail' }).click();
    expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Very soon');
    await eventually(async () => (await acme.call(getCampaign, { params: { id: data.id } })).data.subject).toBe(
      'Very soon',
    );

    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the campaign' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect((await acme.call(getCampaign, { params: { id: data.id } })).data.status).toBe('CANCELLED');
    await expectNoProblems(visited);
  });
});
