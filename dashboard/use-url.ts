import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Everything that the URL of a page may hold after the ?: filters, tab, page number, selected row. */
export type PageSearch = { [name: string]: string | undefined };

export const pageSearch = (raw: Record<string, unknown>): PageSearch =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, String(value)]));

interface Url {
  search: PageSearch;
  /** Undefined removes. Replaces the entry of the history unless the change is a step to come back from. */
  change: (changes: PageSearch, options?: { isStep?: boolean }) => void;
}

/** Reads and changes the URL of the page: const { search, change } = useUrl(); change({ q: 'ada' }). */
export function useUrl(): Url {
  const search = useSearch({ strict: false }) as PageSearch;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: PageSearch, { isStep = false } = {}) => {
      const merged = (now: PageSearch) => given({ ...now, ...changes });
      // biome-ignore lint/suspicious/noExplicitAny: every page's search is text by name, which the router cannot know here
      void navigate({ to: '.', search: merged as any, replace: !isStep });
    },
    [navigate],
  );
  return { search, change };
}

const given = (search: PageSearch): PageSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
