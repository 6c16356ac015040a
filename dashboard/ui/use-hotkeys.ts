import { useEffect, useRef } from 'react';

type Hotkeys = Record<string, (event: KeyboardEvent) => void>;

/** Single keys for the whole page; silent while somebody types, in dialogs, and with ctrl, alt or cmd. */
export function useHotkeys(keys: Hotkeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      latest.current[event.key]?.(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]') !== null;
