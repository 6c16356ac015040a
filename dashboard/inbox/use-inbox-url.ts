import { getRouteApi } from '@tanstack/react-router';
import type { InboxSearch } from './inbox-search.ts';

const route = getRouteApi('/p/$projectId/inbox/{-$id}');

/** What the URL says: the open mail, its tab, the filter; and the ways to change it. */
export function useInboxUrl() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = (mailId: string | undefined, { isStep = false } = {}) =>
    void navigate({ to: '.', params: (now) => ({ ...now, id: mailId }), search: (now) => now, replace: isStep });
  return {
    id,
    ...search,
    /** A step to the next mail does not fill the history. */
    open: (mailId: string, options?: { isStep?: boolean }) => goTo(mailId, options),
    close: () => goTo(undefined),
    change: (changes: Partial<Record<keyof InboxSearch, string | undefined>>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...changes }) as InboxSearch, replace: true }),
  };
}
