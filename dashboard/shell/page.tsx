import { type ReactNode, useEffect } from 'react';
import { ConnectionLine } from './connection-line.tsx';
import { SidebarSheet } from './sidebar-sheet.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface PageProps {
  title: string;
  /** Beside the title: how many, since when. */
  note?: ReactNode;
  /** Of the browser's tab, when it says more than the page's title. */
  tabTitle?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** Top bar and content; each page tells where one is and brings its own actions. */
export function Page({ title, note, tabTitle = title, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${tabTitle} · Posthorn`;
  }, [tabTitle]);
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 md:px-4">
        <SidebarSheet />
        <h1 className="font-semibold">{title}</h1>
        <span className="truncate text-sm text-ink-faint tabular-nums">{note}</span>
        <div className="ml-auto flex items-center gap-1">
          {actions}
          <ThemeSwitch />
        </div>
      </header>
      <ConnectionLine />
      <main className="flex min-h-0 flex-1">{children}</main>
    </>
  );
}
