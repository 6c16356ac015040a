import { useEffect } from 'react';
import { observed } from '../ui/observed.ts';

export const isPaletteOpen = observed(false);

export const openPalette = (): void => isPaletteOpen.set(true);

/** ⌘K or Ctrl-K, also while somebody types. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      isPaletteOpen.set(!isPaletteOpen.get());
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
