import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { openPalette } from '../palette/palette-state.ts';
import { Kbd } from '../ui/kbd.tsx';
import { ProblemLine } from './problem-line.tsx';
import { SidebarSheet } from './sidebar-sheet.tsx';
import { useProject } from './signed-in.ts';

export interface Crumb {
  label: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search' | 'from'>;
}

interface PageProps {
  title: string;
  /** Beside the title: how many, since when, a Badge. */
  note?: ReactNode;
  /** Of the browser's tab, when it says more than the page's title. */
  tabTitle?: string | undefined;
  /** The pages above this one. */
  trail?: readonly Crumb[];
  actions?: ReactNode;
  /**
   * 'page': title, then content up to 1200 px, the whole scrolls. 'list': the same, but the content takes the height
   * that is left and a DataTable in it scrolls. 'fill': editors and the inbox, edge to edge, title in the top bar.
   */
  layout?: 'page' | 'list' | 'fill';
  children: ReactNode;
}

/** Top bar and content; each page tells where one is and brings its own actions. */
export function Page({ title, note, tabTitle = title, trail = [], actions, layout = 'page', children }: PageProps) {
  useEffect(() => {
    document.title = `${tabTitle} · Posthorn`;
  }, [tabTitle]);
  const fills = layout === 'fill';
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 md:px-4">
        <SidebarSheet />
        <Breadcrumb trail={trail}>
          {fills ? (
            <h1 className="truncate font-semibold">{title}</h1>
          ) : (
            <span className="truncate font-medium" aria-current="page">
              {title}
            </span>
          )}
        </Breadcrumb>
        {fills && <div className="hidden min-w-0 truncate text-sm text-ink-faint tabular-nums sm:block">{note}</div>}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {fills && actions}
          <PaletteButton />
        </div>
      </header>
      <ProblemLine />
      {fills ? (
        <main className="flex min-h-0 flex-1">{children}</main>
      ) : (
        <main
          className={`flex min-h-0 flex-1 flex-col ${layout === 'page' ? 'overflow-y-auto' : ''}`}
          {...(layout === 'page' ? { tabIndex: -1 } : {})}
        >
          <div
            className={`mx-auto flex w-full max-w-[1200px] flex-col gap-4 px-4 pt-5 md:px-6 md:pt-6 ${layout === 'list' ? 'min-h-0 flex-1' : 'pb-12'}`}
          >
            <div className="flex min-h-8 shrink-0 items-start justify-between gap-4">
              <div className="flex min-h-8 min-w-0 flex-wrap items-baseline gap-x-3">
                <h1 className="min-w-0 text-title font-semibold [overflow-wrap:anywhere]">{title}</h1>
                {note && <div className="text-sm whitespace-nowrap text-ink-faint tabular-nums">{note}</div>}
              </div>
              {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
            </div>
            {children}
          </div>
        </main>
      )}
    </>
  );
}

function Breadcrumb({ trail, children }: { trail: readonly Crumb[]; children: ReactNode }) {
  const { name } = useProject();
  const home: Crumb = { label: name, link: { from: '/p/$projectId', to: '/p/$projectId' } };
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-sm">
      {[home, ...trail].map(({ label, link }) => (
        <span key={label} className="hidden shrink-0 items-center gap-1.5 sm:flex">
          <Link {...link} className="max-w-[160px] truncate rounded-sm text-ink-soft hover:text-ink">
            {label}
          </Link>
          <ChevronRight className="size-3.5 text-ink-faint" aria-hidden="true" />
        </span>
      ))}
      {children}
    </nav>
  );
}

function PaletteButton() {
  return (
    <button
      type="button"
      onClick={openPalette}
      title="Search and commands"
      className="flex h-8 items-center gap-2 rounded-md px-2 text-sm text-ink-soft hover:bg-hover hover:text-ink md:border md:border-line"
    >
      <Search className="size-4" aria-hidden="true" />
      <span className="max-lg:sr-only">
        Search<span className="sr-only"> and commands</span>
      </span>
      <span className="hidden md:inline" aria-hidden="true">
        <Kbd>⌘K</Kbd>
      </span>
    </button>
  );
}
