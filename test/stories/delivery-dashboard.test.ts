import { describe, expect, it } from 'vitest';
import { addDomain, type DnsRecord } from '../../contract/domains.ts';
import { seconds } from '../../server/platform/clock.ts';
import { listeningDashboard } from '../browser/built-dashboard.ts';
import { aSender } from '../browser/captured-mail.ts';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { numbered } from '../browser/inbox-story.ts';
import { WELCOME_HTML } from '../browser/past-mail.ts';
import { aDnsServer } from '../dns-server.ts';
import { aProject, aWorld } from '../world.ts';

const { capture, visit } = dashboardStory();

describe('domains', () => {
  it('are added, checked and removed, and every record can be copied', async () => {
    const acme = await aProject();
    const domain = `${acme.id.slice(-12)}.example.com`;
    const visited = await visit('/app/domains', { as: acme, role: 'OWNER' });
    const { page } = visited;
    await page.getByText('No domains yet').waitFor();
    await page.getByRole('button', { name: 'Add a domain' }).first().click();
    await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Must be a domain name').waitFor();
    await page.getByRole('textbox', { name: 'Domain' }).fill(domain);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const card = page.getByRole('region', { name: domain });
    await card.getByText('Pending').waitFor();
    expect(await card.getByRole('button', { name: 'Copy value' }).count()).toBeGreaterThan(1);
    await expectNoProblems(visited);
    await card.getByRole('button', { name: 'Check now' }).click();
    await card.getByText('Verified', { exact: true }).waitFor();
    await card.getByRole('button', { name: `Remove ${domain}` }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill(domain);
    await page.getByRole('button', { name: 'Remove the domain' }).click();
    await page.getByText('No domains yet').waitFor();
  });

  it('show what DNS says of each record as soon as they are seen, and once it says something else', async () => {
    const dns = await aDnsServer();
    const world = await aWorld({ domainVerification: 'dns', dnsServers: [dns.address] });
    const acme = await aProject({ world });
    const domain = `${acme.id.slice(-12)}.test`;
    const { records } = await acme.call(addDomain, { body: { domain } });
    const dkim = records[0] as DnsRecord;
    const { page } = await visit('/app/domains', { as: acme, at: await listeningDashboard(world) });
    const record = page
      .getByRole('list', { name: `DNS records of ${domain}` })
      .getByRole('listitem')
      .first();
    await record.getByText('Missing').waitFor();
    dns.txt(dkim.name, dkim.value.slice(0, 255), dkim.value.slice(255));
    await record.getByText('Found').waitFor({ timeout: 30_000 });
    await page.getByRole('region', { name: domain }).getByText('Verified', { exact: true }).waitFor();
    await world.app.close();
    await dns.close();
  });

  it('are only shown to a member', async () => {
    const acme = await aSender();
    const { page } = await visit('/app/domains', { as: acme, role: 'MEMBER' });
    await page.getByRole('region', { name: acme.domain }).waitFor();
    expect(await page.getByRole('button', { name: 'Add a domain' }).count()).toBe(0);
  });
});

describe('the ledger', () => {
  it('lists every email, filters by status and shows what became of one', async () => {
    const acme = await aSender();
    await capture(acme, numbered(3));
    const visited = await visit('/app/emails', { as: acme, colorScheme: 'dark' });
    const { page } = visited;
    const rows = page.getByRole('table', { name: 'Emails' }).getByRole('row');
    await eventually(() => rows.count()).toBe(4);
    await expectNoProblems(visited);
    await page.getByRole('combobox', { name: /^Contact/ }).click();
    await page.getByRole('option', { name: 'person2@example.com' }).click();
    await eventually(() => rows.count()).toBe(2);
    await page.reload();
    await page.getByRole('combobox', { name: 'Contact: person2@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await eventually(() => rows.count()).toBe(4);
    await page.getByLabel('Status').selectOption('FAILED');
    await page.getByText('No email matches').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('FAILED');
    await page.getByRole('button', { name: 'Clear' }).click();
    await rows.getByRole('link').first().click();
    await page.getByRole('list', { name: 'What became of it' }).getByText('Sent').waitFor();
    await page.getByRole('heading', { name: /Mail number 3/ }).waitFor();
    await page.getByTitle('The mail as it was rendered').waitFor();
    await page.getByRole('region', { name: 'Attempts' }).getByText('Accepted by the relay').waitFor();
    const contact = page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'person3@example.com' });
    expect(await contact.getAttribute('href')).toMatch(/\/contacts\/[0-9a-f-]{36}$/);
    await expectNoProblems(visited);
  });
});

describe('a captured mail', () => {
  it('can be opened and clicked as its reader would, and the ledger tells', async () => {
    const acme = await aSender();
    await capture(acme, [{ to: 'ada@example.com', subject: 'Welcome', body: WELCOME_HTML, tracking: true }]);
    // Nobody reads a mail in the second that it arrives in.
    acme.world.clock.advance(seconds(5));
    const visited = await visit('/app/inbox', { as: acme, userAgent: 'Mozilla/5.0 Firefox/140.0' });
    const { page } = visited;
    const simulate = page.getByRole('button', { name: 'Simulate' });
    await simulate.click();
    await page.getByRole('menuitem', { name: 'Open the mail' }).click();
    await page.getByText('The mail was opened').waitFor();
    await simulate.click();
    await page.getByRole('menuitem', { name: 'https://acme.example/start' }).click();
    await page.getByText('The link was clicked').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('link', { name: 'See in Emails' }).click();
    const clicked = page.getByRole('list', { name: 'What became of it' }).getByRole('listitem').last();
    await eventually(() => clicked.textContent()).toMatch(/^Clicked(now|\d)/);
    await expectNoProblems(visited);
  });
});

describe('suppressions', () => {
  it('are added with what they mean and lifted after a question', async () => {
    const acme = await aProject();
    const visited = await visit('/app/suppressions', { as: acme });
    const { page } = visited;
    await page.getByText('Nobody is suppressed').waitFor();
    await page.getByRole('button', { name: 'Suppress an address' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await page.getByRole('row', { name: /ada@example.com By hand/ }).waitFor();
    await expectNoProblems(visited);
    await page.getByRole('button', { name: 'Allow mail to ada@example.com again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Nobody is suppressed').waitFor();
  });
});
