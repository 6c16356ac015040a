import { useEffect, useRef, useState } from 'react';
import type { Mail } from './mail.ts';

/** Tells which mails arrived since the page was opened and have not been looked at. */
export function useNewMail(
  newestId: string | undefined,
  { isLoading, openId }: { isLoading: boolean; openId?: string | undefined },
) {
  // The newest of the first load, '' for an empty inbox.
  const [baseline, setBaseline] = useState<string>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (!isLoading && baseline === undefined) setBaseline(newestId ?? '');
  if (openId && !opened.has(openId)) setOpened(new Set(opened).add(openId));
  return ({ id }: Mail): boolean => baseline !== undefined && id > baseline && !opened.has(id);
}

/** Where there is room beside the list, the newest mail opens by itself: on arrival, and when the first one comes in. */
export function useOpeningNewest(
  newestId: string | undefined,
  { isWanted, open }: { isWanted: boolean; open: (id: string) => void },
) {
  const hadMail = useRef(false);
  useEffect(() => {
    if (newestId && !hadMail.current && isWanted) open(newestId);
    hadMail.current = newestId !== undefined;
  });
}
