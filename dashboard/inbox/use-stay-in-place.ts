import { type RefObject, useLayoutEffect, useRef } from 'react';
import { rowId } from './use-list-keys.ts';

/** Rows that come in above move what is being read; this moves the list back by as much, unless it is at its top. */
export function useStayInPlace(box: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    const wasFirst = before.current === undefined ? null : document.getElementById(rowId(before.current));
    before.current = firstId;
    const list = box.current;
    if (!wasFirst || !list || list.scrollTop === 0) return;
    const first = firstId === undefined ? null : document.getElementById(rowId(firstId));
    if (first) list.scrollTop += wasFirst.offsetTop - first.offsetTop;
  }, [box, firstId]);
}
