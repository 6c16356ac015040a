import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Chromium as the system has it. Without a user of its own (as root, in a container) it cannot build its sandbox. */
export function aBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

function chromiumPath(): string {
  const places = (process.env.PATH ?? '').split(delimiter).flatMap((path) => NAMES.map((name) => join(path, name)));
  const found = places.find(isProgram);
  if (!found) throw new Error('No chromium on the PATH: npm test installs it (on Debian: apt-get install chromium)');
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface Visit {
  page: Page;
  /** Errors of the console, exceptions of the page, and requests that found no server. */
  problems: string[];
  close(): Promise<void>;
}

/** A fresh profile with one page in it; the network is this machine only. */
export async function aVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => {
    // A request that the page itself gave up is not a problem.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed`);
  });
  return { page, problems, close: () => context.close() };
}

/** What axe finds serious or worse, one line each. The frame of a preview is left out: it shows somebody's mail. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
