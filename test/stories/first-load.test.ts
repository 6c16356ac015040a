import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dashboardStory } from '../browser/dashboard-story.ts';
import { aProject } from '../world.ts';

const { origin, visit } = dashboardStory();
const ASSETS = fileURLToPath(new URL('../../dist/dashboard/assets/', import.meta.url));
const MAX_BYTES = 300_000;

it.each(['/app/auth/sign-in', '/app/', '/app/contacts', '/app/settings/keys'])(
  'loads less than 300 kB of compressed JavaScript at first: %s',
  async (path) => {
    const { page } = await visit('/docs/nothing', { as: await aProject() });
    const scripts = scriptsOf(page);
    await page.goto(`${origin()}${path}`);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = [...scripts].reduce((sum, name) => sum + statSync(`${ASSETS}${name}.br`).size, 0);
    expect(scripts.size).toBeGreaterThan(1);
    expect(bytes).toBeLessThan(MAX_BYTES);
  },
);

function scriptsOf(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/app/assets/') && pathname.endsWith('.js')) names.add(basename(pathname));
  });
  return names;
}
