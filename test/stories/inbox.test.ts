import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aBrowser, accessibilityProblems, aVisit, type Visit } from '../browser/browser.ts';
import { connectedTo, listeningDashboard } from '../browser/built-dashboard.ts';
import { anInbox, aSender, type Inbox, type SentMail } from '../browser/captured-mail.ts';
import { aProject, aWorld, type TestProject, theWorld } from '../world.ts';

// A red square of 4 × 4.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGP4z8AARwzEcQCukw/x0F8jngAAAABJRU5ErkJggg==',
  'base64',
);
const file = <T extends object>(filename: string, content: Buffer, rest: T) => ({
  filename,
  content: content.toString('base64'),
  ...rest,
});
const REPORT = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256));

const RECEIPT = {
  to: { name: 'Ada Lovelace', email: 'ada@example.com' },
  subject: 'Your order is on its way',
  body: '<h1>Thank you, Ada</h1><img src="cid:logo@acme" alt="Logo"><a href="https://acme.test/orders/1">Order</a>',
  headers: { 'X-Order': '1042' },
  attachments: [
    file('logo.png', PNG, { contentType: 'image/png', contentId: 'logo@acme', disposition: 'inline' as const }),
    file('Bericht März.bin', REPORT, { contentType: 'application/octet-stream' }),
  ],
} satisfies SentMail;

const numbered = (count: number): SentMail[] =>
  Array.from({ length: count }, (_, i) => ({
    to: `person${i + 1}@example.com`,
    subject: `Mail number ${i + 1}.`,
    body: `<p>Text of ${i + 1}</p>`,
  }));

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

let browser: Browser;
let origin: string;
let inbox: Inbox;
const visits: Visit[] = [];

beforeAll(async () => {
  origin = await listeningDashboard(await theWorld());
  inbox = anInbox(await theWorld());
  browser = await aBrowser();
});
afterEach(async () => {
  await Promise.all(visits.splice(0).map(({ close }) => close()));
});
afterAll(async () => {
  await browser?.close();
  await inbox?.close();
  await (await theWorld()).app.close();
});

async function visit(path: string, { as, at = origin, ...options }: VisitOptions = {}): Promise<Visit> {
  const opened = await aVisit(browser, { viewport: { width: 1280, height: 800 }, ...options });
  visits.push(opened);
  if (as) await opened.page.addInitScript(connectedTo(as));
  await opened.page.goto(`${at}${path}`);
  return opened;
}

interface VisitOptions extends BrowserContextOptions {
  /** Already connected. */
  as?: TestProject;
  /** Origin of a server of its own. */
  at?: string;
}

const row = (page: Page, subject: string) =>
  page.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: subject });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const preview = (page: Page) => page.frameLocator('iframe');
const subjectShown = (page: Page, name: string) => page.getByRole('article').getByRole('heading', { name });

async function bytesOf(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = (await Promise.all([page.waitForEvent('download'), click()])) as [Download, unknown];
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe('connecting', () => {
  it('asks for the secret key, refuses a wrong one in the words of the API, and opens the page that was wanted', async () => {
    const acme = await aSender();
    const [id] = await inbox.capture(acme, [RECEIPT]);
    const { page, problems } = await visit(`/app/inbox/${id}?tab=headers`);
    await page.getByLabel('Secret key').fill('sk_no_such_key');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Invalid API key: this endpoint needs a secret key (sk_*)').waitFor();
    await page.getByLabel('Secret key').fill(` ${acme.secretKey} `);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('rowheader', { name: 'x-order' }).waitFor();
    expect(problems).toEqual([expect.stringContaining('401')]);
  });

  it('forgets the key on disconnect and in a new tab', async () => {
    const acme = await aProject();
    const { page, problems } = await visit('/app/inbox');
    await page.getByLabel('Secret key').fill(acme.secretKey);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${origin}/app/inbox`);
    await tab.getByLabel('Secret key').waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.reload();
    await page.getByLabel('Secret key').waitFor();
    expect(problems).toEqual([]);
  });

  it('asks again once the key has stopped working', async () => {
    const acme = await aSender();
    await inbox.capture(acme, [RECEIPT]);
    const { page } = await visit('/app/inbox', { as: acme });
    await row(page, RECEIPT.subject).waitFor();
    await acme.ctx.db
      .updateTable('projects')
      .set({ secret_key_hash: Buffer.from(crypto.randomUUID()) })
      .where('id', '=', acme.id)
      .execute();
    await page.getByLabel('Secret key').waitFor();
    await page.getByText('Invalid API key').waitFor();
  });
});

describe('reading a mail', () => {
  it('shows HTML with its inline images, text, headers, source and attachments', async () => {
    const acme = await aSender();
    await inbox.capture(acme, [RECEIPT]);
    const { page, problems } = await visit('/app', { as: acme });
    await row(page, RECEIPT.subject).click();
    await preview(page).getByRole('heading', { name: 'Thank you, Ada' }).waitFor();
    const logo = preview(page).getByRole('img', { name: 'Logo' });
    await expect
      .poll(() => logo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth))
      .toBe(4);

    await tab(page, 'Text').click();
    await page.getByRole('link', { name: 'https://acme.test/orders/1' }).waitFor();
    await tab(page, 'Headers').click();
    await page.getByRole('row', { name: 'x-order 1042' }).waitFor();
    await tab(page, 'Source').click();
    await page.getByText('X-Order: 1042').waitFor();
    await tab(page, 'Attachments').click();
    await page.getByText('70.0 kB · application/octet-stream').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=attachments');
    expect(problems).toEqual([]);
  });

  it('downloads attachments and the whole message byte for byte', async () => {
    const acme = await aSender();
    const [id] = (await inbox.capture(acme, [RECEIPT])) as [string];
    const { page, problems } = await visit(`/app/inbox/${id}?tab=attachments`, { as: acme });
    const attachment = await bytesOf(page, () => page.getByRole('button', { name: 'Download Bericht' }).click());
    expect(attachment.name).toBe('Bericht März.bin');
    expect(attachment.bytes.equals(REPORT)).toBe(true);

    await tab(page, 'Source').click();
    const message = await bytesOf(page, () => page.getByRole('button', { name: 'Download .eml' }).click());
    const { raw } = await acme.ctx.db
      .selectFrom('captured_messages')
      .select('raw')
      .where('email_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(message.name).toBe('Your-order-is-on-its-way.eml');
    expect(message.bytes.equals(raw)).toBe(true);
    expect(problems).toEqual([]);
  });

  it('loads nothing from elsewhere before it is asked to, and then only images', async () => {
    const acme = await aSender();
    const elsewhere = await anotherServer();
    const { url, requests } = elsewhere;
    await inbox.capture(acme, [
      {
        to: 'ada@example.com',
        subject: 'Watched',
        body: `<link rel="stylesheet" href="${url}/style.css"><link rel="preload" as="image" href="${url}/early.png">
          <style>@import url(${url}/import.css); h1 { background: url('${url}/css.png') }
            @font-face { font-family: Theirs; src: url(${url}/font.woff2) } h1 { font-family: Theirs }</style>
          <meta http-equiv="refresh" content="0;url=${url}/refresh">
          <script src="${url}/script.js"></script><iframe src="${url}/frame"></iframe><h1>Look here</h1>
          <img src="${url}/pixel.png"><img srcset="${url}/set.png 2x"><img src="relative.png">
          <video poster="${url}/poster.png"></video><object data="${url}/object"></object>`,
      },
    ]);
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await preview(page).getByRole('heading', { name: 'Look here' }).waitFor();
    await page.getByText('3 remote images not loaded').waitFor();
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: 'Load remote images' }).click();
    await eventually(() => requests.toSorted()).toEqual(['/css.png', '/pixel.png', '/set.png']);
    await page.getByText('remote images not loaded').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await elsewhere.close();
  });

  it('runs no script of a mail', async () => {
    const acme = await aSender();
    const ran = `parent.document.title = document.title = 'ran'; document.body.textContent = 'ran'`;
    await inbox.capture(acme, [
      {
        to: 'ada@example.com',
        subject: 'Active',
        body: `<script>${ran}</script><h1 onclick="${ran}">Look here</h1><img src="relative.png" onerror="${ran}">
          <svg onload="${ran}"></svg><a href="javascript:${encodeURIComponent(ran)}">Click</a>`,
      },
    ]);
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await preview(page).getByRole('heading', { name: 'Look here' }).click();
    await preview(page).getByText('Click').click();
    await preview(page).getByRole('heading', { name: 'Look here' }).waitFor();
    expect(await page.title()).toBe('Active · Posthorn');
    // The browser says which handlers it refused; nothing else is wrong.
    expect(problems.filter((problem) => !problem.includes('violates the following Content Security Policy'))).toEqual(
      [],
    );
  });

  it('opens the links of a mail in a new tab', async () => {
    const acme = await aSender();
    const elsewhere = await anotherServer();
    const html = `<a href="${elsewhere.url}/order" target="_top">Order</a>`;
    await inbox.capture(acme, [{ to: 'ada@example.com', subject: 'Linked', body: html }]);
    const { page, problems } = await visit('/app/inbox', { as: acme });
    const [opened] = await Promise.all([page.waitForEvent('popup'), preview(page).getByText('Order').click()]);
    await eventually(() => opened.url()).toBe(`${elsewhere.url}/order`);
    expect(await subjectShown(page, 'Linked').count()).toBe(1);
    expect(problems).toEqual([]);
    await elsewhere.close();
  });

  it('tells when the mail is not there', async () => {
    const acme = await aSender();
    await inbox.capture(acme, [RECEIPT]);
    const { page } = await visit(`/app/inbox/${crypto.randomUUID()}`, { as: acme });
    await page.getByText('This mail is not in the inbox').waitFor();
    await row(page, RECEIPT.subject).click();
    await preview(page).getByText('Thank you, Ada').waitFor();
  });
});

describe('the list', () => {
  it('loads older mails on demand', async () => {
    const acme = await aSender();
    await inbox.capture(acme, numbered(53));
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
    await inbox.capture(acme, numbered(53));
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await page.getByRole('button', { name: 'Load more' }).click();
    await row(page, 'Mail number 3.').scrollIntoViewIfNeeded();
    await row(page, 'Mail number 3.').focus();
    const before = await row(page, 'Mail number 3.').boundingBox();
    await inbox.capture(acme, [{ to: 'new@example.com', subject: 'Just arrived', body: '<p>Hello</p>' }]);
    await row(page, 'New: new@example.com').waitFor({ state: 'attached' });
    expect((await row(page, 'Mail number 3.').boundingBox())?.y).toBe(before?.y);
    expect(await subjectShown(page, 'Mail number 53.').count()).toBe(1);
    expect(await row(page, 'Mail number').count()).toBe(53);
    expect(await page.getByRole('banner').textContent()).toContain('54 mails');
    expect(problems).toEqual([]);
  });

  it('is walked with j and k, opened with enter, left with esc and filtered with /', async () => {
    const acme = await aSender();
    await inbox.capture(acme, numbered(4));
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
    await inbox.capture(acme, numbered(3));
    const { page } = await visit('/app/inbox', { as: acme });
    await row(page, 'Mail number 2.').click();
    await row(page, 'Mail number 1.').click();
    await page.goBack();
    await subjectShown(page, 'Mail number 2.').waitFor();
  });

  it('is emptied after saying how many, and then teaches how to send', async () => {
    const [acme, other] = [await aSender(), await aSender()];
    await inbox.capture(acme, numbered(3));
    await inbox.capture(other, numbered(1));
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await page.getByRole('button', { name: 'Empty inbox' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'Mail number 3.').waitFor();
    await page.getByRole('button', { name: 'Empty inbox' }).click();
    await page.getByRole('button', { name: 'Delete 3 mails' }).click();
    await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
    await page.getByText(`hello@${acme.domain}`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/inbox');
    const left = await acme.ctx.db.selectFrom('captured_messages').select('project_id').execute();
    expect(left.filter(({ project_id }) => [acme.id, other.id].includes(project_id))).toEqual([
      { project_id: other.id },
    ]);

    await inbox.capture(acme, [RECEIPT]);
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
    await inbox.capture(acme, numbered(2));
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
    await inbox.capture(acme, numbered(1));
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
  await page.getByRole('button', { name: 'Change to light' }).click();
  await page.getByRole('button', { name: 'Change to dark' }).click();
  const dark = await background();
  await page.reload();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  expect(await background()).toBe(dark);
  expect(dark).not.toBe(light);
});

describe.each([
  { colorScheme: 'light', parts: ['html', 'text', 'headers', 'source', 'attachments'] },
  { colorScheme: 'dark', parts: ['html', 'headers'] },
] as const)('in $colorScheme colours', ({ colorScheme, parts }) => {
  it('passes the accessibility check in every state', { timeout: 180_000 }, async () => {
    const acme = await aSender();
    const [id] = await inbox.capture(acme, [RECEIPT, ...numbered(2)]);
    const { page } = await visit('/app/inbox', { colorScheme });
    await page.getByLabel('Secret key').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.addInitScript(connectedTo(acme));
    for (const part of parts) {
      await page.goto(`${origin}/app/inbox/${id}?tab=${part}`);
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

async function anotherServer() {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('content-type', 'image/png');
    response.end(PNG);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}
