import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
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

it('needs neither editors nor charts for its first page: they are loaded on demand', () => {
  const html = readFileSync(`${ASSETS}../index.html`, 'utf8');
  const [, entry = ''] = /src="\/app\/assets\/([^"]+\.js)"/.exec(html) ?? [];
  const scripts = [...withImports(entry)];
  const compressed = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(`${ASSETS}${name}`)).length, 0);
  expect(compressed).toBeGreaterThan(50_000);
  expect(compressed).toBeLessThan(MAX_BYTES);
  const built = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  for (const part of ['chart-drawing', 'visual-editor', 'html-editor']) {
    const chunks = built.filter((name) => name.startsWith(part));
    expect([part, chunks.length, chunks.some((name) => scripts.includes(name))]).toEqual([part, 1, false]);
  }
});

/** A script and all that it imports at once, not what it imports when asked. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  const code = readFileSync(`${ASSETS}${name}`, 'utf8');
  for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(imported as string, known);
  return known;
}

function scriptsOf(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/app/assets/') && pathname.endsWith('.js')) names.add(basename(pathname));
  });
  return names;
}
