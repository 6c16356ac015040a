import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aSender } from '../browser/captured-mail.ts';
import { dashboardStory, eventually } from '../browser/dashboard-story.ts';
import { PNG, preview, RECEIPT, REPORT, row, subjectShown, tab } from '../browser/inbox-story.ts';

const { capture, visit } = dashboardStory();

describe('reading a mail', () => {
  it('shows HTML with its inline images, text, headers, source and attachments', async () => {
    const acme = await aSender();
    await capture(acme, [RECEIPT]);
    const { page, problems } = await visit('/app/inbox', { as: acme });
    await row(page, RECEIPT.subject).click();
    await preview(page).getByRole('heading', { name: 'Thank you, Ada' }).waitFor();
    const logo = preview(page).getByRole('img', { name: 'Logo' });
    const width = () => logo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth);
    await eventually(width).toBe(4);

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
    const [id] = (await capture(acme, [RECEIPT])) as [string];
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
    await capture(acme, [
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
    await capture(acme, [
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
    await capture(acme, [{ to: 'ada@example.com', subject: 'Linked', body: html }]);
    const { page, problems } = await visit('/app/inbox', { as: acme });
    const [opened] = await Promise.all([page.waitForEvent('popup'), preview(page).getByText('Order').click()]);
    await eventually(() => opened.url()).toBe(`${elsewhere.url}/order`);
    expect(await subjectShown(page, 'Linked').count()).toBe(1);
    expect(problems).toEqual([]);
    await elsewhere.close();
  });

  it('tells when the mail is not there', async () => {
    const acme = await aSender();
    await capture(acme, [RECEIPT]);
    const { page } = await visit(`/app/inbox/${crypto.randomUUID()}`, { as: acme });
    await page.getByText('This mail is not in the inbox').waitFor();
    await row(page, RECEIPT.subject).click();
    await preview(page).getByText('Thank you, Ada').waitFor();
  });
});

async function bytesOf(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = (await Promise.all([page.waitForEvent('download'), click()])) as [Download, unknown];
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

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
