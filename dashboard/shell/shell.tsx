import { Outlet } from '@tanstack/react-router';
import { useObserved } from '../observed.ts';
import { ConnectPage } from '../sign-in/connect-page.tsx';
import { session } from '../sign-in/session.ts';
import { Sidebar } from './sidebar.tsx';

/** The frame of every page. Who is not connected is asked in place: the URL stays, so the page is there afterwards. */
export function Shell() {
  const current = useObserved(session);
  if (!current) return <ConnectPage />;
  return (
    <div className="flex h-dvh overflow-hidden">
      <Sidebar className="hidden md:flex" />
      <div className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </div>
    </div>
  );
}
