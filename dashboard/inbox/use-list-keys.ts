import type { RefObject } from 'react';
import { useHotkeys } from '../ui/use-hotkeys.ts';
import type { Mail } from './mail.ts';

interface ListKeys {
  mails: Mail[];
  openId: string | undefined;
  open: (id: string, options?: { isStep?: boolean }) => void;
  close: () => void;
  filter: RefObject<HTMLInputElement | null>;
}

export const rowId = (id: string): string => `mail-${id}`;

/** j and k walk the list (and take the open mail along), enter opens what has the focus, esc closes, / filters. */
export function useListKeys({ mails, openId, open, close, filter }: ListKeys): void {
  const step = (by: 1 | -1) => {
    const focused = mails.findIndex(({ id }) => document.activeElement?.id === rowId(id));
    const from = focused >= 0 ? focused : mails.findIndex(({ id }) => id === openId);
    const next = mails[from < 0 ? 0 : Math.min(Math.max(from + by, 0), mails.length - 1)];
    if (!next) return;
    document.getElementById(rowId(next.id))?.focus();
    if (openId) open(next.id, { isStep: true });
  };
  const leave = () => {
    if (!openId) return;
    close();
    document.getElementById(rowId(openId))?.focus();
  };
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    Escape: leave,
    '/': (event) => {
      event.preventDefault();
      filter.current?.focus();
    },
  });
}
