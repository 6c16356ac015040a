import { observed } from '../ui/observed.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

// public/theme.js reads the same place before the first paint.
const STORED = 'posthorn.theme';

const storedTheme = (): Theme => THEMES.find((each) => each === localStorage.getItem(STORED)) ?? 'system';

export const theme = observed<Theme>(storedTheme());

export function setTheme(chosen: Theme): void {
  if (chosen === 'system') {
    localStorage.removeItem(STORED);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(STORED, chosen);
    document.documentElement.dataset.theme = chosen;
  }
  theme.set(chosen);
}
