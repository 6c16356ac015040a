import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { PageSearch } from '../use-url.ts';

/** After signing in: on to the page that was wanted, or to the last project. */
export function useArrival(): () => void {
  const client = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false }) as PageSearch;
  return () => {
    client.clear();
    router.history.replace(router.buildLocation({ to: '/' }).publicHref.replace(/\/$/, '') + ownPath(next));
  };
}

/** A path of this dashboard, never another site: the URL may have been made by anybody. */
function ownPath(next: string | undefined): string {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) && !next.startsWith('/auth/') ? next : '/';
}
