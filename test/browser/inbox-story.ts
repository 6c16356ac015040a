import type { Page } from 'playwright-core';
import type { SentMail } from './captured-mail.ts';

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

export const row = (page: Page, subject: string) =>
  page.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: subject });
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });
export const preview = (page: Page) => page.frameLocator('iframe');
export const subjectShown = (page: Page, name: string) => page.getByRole('article').getByRole('heading', { name });
