import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { inboxSearch } from './inbox/inbox-search.ts';
import { BrokenPage } from './shell/broken-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/inbox/{-$id}', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox/{-$id}',
    validateSearch: inboxSearch,
    component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: '/app',
  defaultErrorComponent: BrokenPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
