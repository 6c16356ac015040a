import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { type TestProject, theWorld } from '../world.ts';
import { aBrowser, aVisit, type Visit } from './browser.ts';
import { connectedTo, listeningDashboard } from './built-dashboard.ts';
import { anInbox, type Inbox, type SentMail } from './captured-mail.ts';

// A red square of 4 × 4.
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGP4z8AARwzEcQCukw/x0F8jngAAAABJRU5ErkJggg==',
  'base64',
);
const file = <T extends object>(filename: string, content: Buffer, rest: T) => ({
  filename,
  content: content.toString('base64'),
  ...rest,
});
export const REPORT = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256));

export const RECEIPT = {
  to: { name: 'Ada Lovelace', email: 'ada@example.com' },
  subject: 'Your order is on its way',
  body: '<h1>Thank you, Ada</h1><img src="cid:logo@acme" alt="Logo"><a href="https://acme.test/orders/1">Order</a>',
  headers: { 'X-Order': '1042' },
  attachments: [
    file('logo.png', PNG, { contentType: 'image/png', contentId: 'logo@acme', disposition: 'inline' as const }),
    file('Bericht März.bin', REPORT, { contentType: 'application/octet-stream' }),
  ],
} satisfies SentMail;

export const numbered = (count: number): SentMail[] =>
  Array.from({ length: count }, (_, i) => ({
    to: `person${i + 1}@example.com`,
    subject: `Mail number ${i + 1}.`,
    body: `<p>Text of ${i + 1}</p>`,
  }));

interface VisitOptions extends BrowserContextOptions {
  /** Already connected. */
  as?: TestProject;
  /** Origin of a server of its own. */
  at?: string;
}

export interface InboxStory {
  origin(): string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  capture: Inbox['capture'];
}

/** For one test file: the server, the delivery loop and the browser, started before its tests and stopped after them. */
export function inboxStory(): InboxStory {
  // A browser on a busy machine takes its time.
  vi.setConfig({ testTimeout: 60_000 });
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
  return {
    origin: () => origin,
    capture: (sender, mails) => inbox.capture(sender, mails),
    visit: async (path, { as, at = origin, ...options } = {}) => {
      const opened = await aVisit(browser, { viewport: { width: 1280, height: 800 }, ...options });
      visits.push(opened);
      if (as) await opened.page.addInitScript(connectedTo(as));
      await opened.page.goto(`${at}${path}`);
      return opened;
    },
  };
}

export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

export const row = (page: Page, subject: string) =>
  page.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: subject });
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });
export const preview = (page: Page) => page.frameLocator('iframe');
export const subjectShown = (page: Page, name: string) => page.getByRole('article').getByRole('heading', { name });
