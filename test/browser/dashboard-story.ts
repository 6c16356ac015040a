import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Role } from '../../contract/endpoint.ts';
import { signedIn, type TestProject, theWorld } from '../world.ts';
import { aBrowser, accessibilityProblems, aVisit, type Visit } from './browser.ts';
import { listeningDashboard } from './built-dashboard.ts';
import { anInbox, type Inbox } from './captured-mail.ts';

interface VisitOptions extends BrowserContextOptions {
  /** Already signed in, as somebody new who has a role in this project. */
  as?: TestProject;
  role?: Role;
  /** Or as somebody who is known already: the Cookie header of signedIn(). */
  cookie?: string;
  /** Origin of a server of its own. */
  at?: string;
}

export interface DashboardStory {
  origin(): string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  /** Signs somebody new in, in a browser that is already open. */
  signIn(context: BrowserContext, project: TestProject, options?: { role?: Role; at?: string }): Promise<void>;
  capture: Inbox['capture'];
  deliver: Inbox['deliver'];
}

/** For one test file: the server, the delivery loop and the browser, started before its tests and stopped after them. */
export function dashboardStory(): DashboardStory {
  // A browser on a busy machine takes its time.
  vi.setConfig({ testTimeout: 60_000 });
  let browser: Browser;
  let origin: string;
  let inbox: Inbox;
  const visits: Visit[] = [];
  const signIn: DashboardStory['signIn'] = async (context, project, { role = 'OWNER', at = origin } = {}) => {
    await putCookie(context, (await signedIn(project, role)).cookie, at);
  };
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
    signIn,
    capture: (sender, mails) => inbox.capture(sender, mails),
    deliver: () => inbox.deliver(),
    visit: async (path, { as, role = 'OWNER', cookie, at = origin, ...options } = {}) => {
      const opened = await aVisit(browser, { viewport: { width: 1280, height: 800 }, ...options });
      visits.push(opened);
      if (as) await signIn(opened.page.context(), as, { role, at });
      if (cookie) await putCookie(opened.page.context(), cookie, at);
      await opened.page.goto(`${at}${path}`);
      return opened;
    },
  };
}

async function putCookie(context: BrowserContext, cookie: string, url: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

/** Nothing in the console, nothing serious for axe. */
export async function expectNoProblems({ page, problems }: Visit): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
}
