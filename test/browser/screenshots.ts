import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, it } from 'vitest';
import type { Visit } from './browser.ts';
import { dashboardStory } from './dashboard-story.ts';
import type { ScreenshotPage } from './screenshot-page.ts';
import { SCREENSHOT_PAGES } from './screenshot-pages.ts';
import { aSeed, type ScreenshotSeed } from './screenshot-seed.ts';

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const SCHEMES = ['light', 'dark'] as const;

const { capture, visit } = dashboardStory();
let seed: ScreenshotSeed;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  seed = await aSeed(capture);
});

describe.each(SCREENSHOT_PAGES)('$name', (page) => {
  for (const viewport of SIZES) {
    for (const colorScheme of SCHEMES) {
      it(`${viewport.width} ${colorScheme}`, async () => {
        const project = page.isEmpty ? seed.empty : seed.project;
        const visited = await visit(addressOf(page, project.id), {
          viewport,
          colorScheme,
          ...(page.isPublic ? {} : { cookie: seed.cookie }),
        });
        await settled(visited);
        await page.open?.(visited.page, viewport.width < 768);
        await visited.page.screenshot({ path: `${FOLDER}${page.name}-${viewport.width}-${colorScheme}.png` });
      });
    }
  }
});

const OUTSIDE = /^\/(auth|accept-invitation|new-project)/;

const OF_READERS = /^\/(unsubscribe|subscribe|manage)\//;

function addressOf(page: ScreenshotPage, projectId: string): string {
  const path = page.path(seed);
  if (OF_READERS.test(path)) return path;
  return OUTSIDE.test(path) ? `/app${path}` : `/app/p/${projectId}${path}`;
}

/** Loaded, drawn, and nothing grey left. */
async function settled({ page }: Visit): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.locator('[role="status"][aria-label^="Loading"]').first().waitFor({ state: 'hidden' });
  await page.waitForTimeout(500);
}
