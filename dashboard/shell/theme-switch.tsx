import { Monitor, Moon, Sun } from 'lucide-react';
import { useObserved } from '../observed.ts';
import { IconButton } from '../ui/button.tsx';
import { setTheme, type THEMES, theme } from './theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<
  (typeof THEMES)[number],
  string
>;

export function ThemeSwitch() {
  const current = useObserved(theme);
  const Icon = ICONS[current];
  return (
    <IconButton label={`Theme: ${current}. Change to ${NEXT[current]}`} onClick={() => setTheme(NEXT[current])}>
      <Icon className="size-4" aria-hidden="true" />
    </IconButton>
  );
}
