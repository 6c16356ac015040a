import './zod-without-eval.ts';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api.ts';
import { router } from './pages.tsx';
import { currentProject, leaveProjects, whenSessionEnds } from './session.ts';

// What belongs to one project or one person is not for the next.
currentProject.subscribe(() =>
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => !String(first).startsWith('GET /users/@me') }),
);
whenSessionEnds(({ isByHand = false }) => {
  // Outside of projects, being unknown is nothing new.
  if (!isByHand && currentProject.get() === undefined) return;
  const { href } = router.state.location;
  leaveProjects();
  void router
    .navigate({ to: '/auth/sign-in', search: isByHand ? {} : { next: href }, replace: true, ignoreBlocker: true })
    .then(() => queryClient.clear());
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
