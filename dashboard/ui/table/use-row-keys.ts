import type { RefObject } from 'react';
import { useHotkeys } from '../use-hotkeys.ts';

interface RowKeys {
  box: RefObject<HTMLElement | null>;
  count: number;
  /** Brings a row that is not drawn into view. */
  scrollTo: (index: number) => void;
  onPick: ((index: number) => void) | undefined;
  onLeave: (() => void) | undefined;
}

/** j and k walk the rows, enter opens (the row is a link), x ticks, esc lets go. */
export function useRowKeys({ box, count, scrollTo, onPick, onLeave }: RowKeys): void {
  const focused = (): number => {
    const active = document.activeElement;
    return active instanceof HTMLElement && box.current?.contains(active) ? Number(active.dataset.row ?? -1) : -1;
  };
  const focus = (index: number) =>
    box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
  const step = (by: 1 | -1) => {
    if (count === 0) return;
    const from = focused();
    const next = from < 0 ? 0 : Math.min(Math.max(from + by, 0), count - 1);
    scrollTo(next);
    focus(next);
    // A row that was far away is drawn with the next frame.
    requestAnimationFrame(() => focus(next));
  };
  const leave = () => onLeave?.();
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      if (focused() >= 0) onPick?.(focused());
    },
    Escape: leave,
  });
}
