import type { Page } from 'playwright-core';
import type { ScreenshotSeed } from './screenshot-seed.ts';

export interface ScreenshotPage {
  name: string;
  path: (seed: ScreenshotSeed) => string;
  /** Seen without being signed in. */
  isPublic?: true;
  /** The project without any data in it. */
  isEmpty?: true;
  /** Brings the page into the state to show: opens a dialog, a menu. */
  open?: (page: Page, isPhone: boolean) => Promise<void>;
}
