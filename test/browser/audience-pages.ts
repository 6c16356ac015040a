import type { Page } from 'playwright-core';
import type { ScreenshotPage } from './screenshot-page.ts';

const CSV = [
  'email,subscribed,plan,company',
  'ada@example.com,true,pro,Analytical Engines',
  'grace@example.com,false,free,Navy',
];

/** The pages about people and mail in states that a plain visit does not show. */
export const AUDIENCE_PAGES: ScreenshotPage[] = [
  { name: 'campaigns-empty', path: () => '/campaigns', isEmpty: true },
  { name: 'campaign-new', path: () => '/campaigns?new=1' },
  { name: 'campaign-html', path: ({ faultyCampaignId }) => `/campaigns/${faultyCampaignId}`, open: asHtml },
  { name: 'campaign-audience', path: ({ faultyCampaignId }) => `/campaigns/${faultyCampaignId}?tab=audience` },
  { name: 'campaign-review', path: ({ campaignId }) => `/campaigns/${campaignId}?tab=review` },
  { name: 'campaign-faults', path: ({ faultyCampaignId }) => `/campaigns/${faultyCampaignId}?tab=review` },
  { name: 'campaign-results', path: ({ sentCampaignId }) => `/campaigns/${sentCampaignId}` },
  { name: 'campaign-recipients', path: ({ sentCampaignId }) => `/campaigns/${sentCampaignId}?tab=recipients` },
  { name: 'templates-empty', path: () => '/templates', isEmpty: true },
  { name: 'template-new', path: () => '/templates?new=1' },
  { name: 'template-html', path: ({ richTemplateId }) => `/templates/${richTemplateId}` },
  { name: 'template-phone', path: ({ templateId }) => `/templates/${templateId}?tab=preview`, open: asPhone },
  { name: 'contact-long', path: ({ longContactId }) => `/contacts/${longContactId}`, open: editField },
  { name: 'contact-new', path: () => '/contacts?new=1' },
  { name: 'contacts-import', path: () => '/contacts?import=1', open: chooseFile },
  { name: 'contacts-ticked', path: () => '/contacts', open: tick },
  { name: 'segments-empty', path: () => '/segments', isEmpty: true },
  { name: 'segment-deep', path: ({ deepSegmentId }) => `/segments/${deepSegmentId}` },
  { name: 'segment-members', path: ({ staticSegmentId }) => `/segments/${staticSegmentId}` },
  { name: 'segment-field', path: ({ segmentId }) => `/segments/${segmentId}`, open: chooseField },
  { name: 'events-empty', path: () => '/events', isEmpty: true },
  { name: 'event', path: () => '/events?name=order.placed' },
];

async function asHtml(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'HTML', exact: true }).click();
  await page.getByRole('textbox', { name: 'HTML of the mail' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n<p>{% if plan %}never ended</p>');
  await page.getByRole('list', { name: 'Problems' }).waitFor();
}

async function asPhone(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /Preview as/ }).click();
  await page.getByRole('option', { name: 'person140@example.com' }).click();
  await page.getByRole('button', { name: 'Phone' }).click();
  await page.waitForTimeout(600);
}

async function chooseFile(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV.join('\n')) });
  await page.getByRole('region', { name: 'Columns' }).waitFor();
}

async function tick(page: Page): Promise<void> {
  const boxes = page.getByRole('table', { name: 'Contacts' }).getByRole('checkbox');
  await boxes.nth(2).click();
  await boxes.nth(3).click();
}

async function editField(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit since' }).click();
}

async function chooseField(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'And', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field' }).last().click();
  await page.getByPlaceholder('Type to search').waitFor();
}
