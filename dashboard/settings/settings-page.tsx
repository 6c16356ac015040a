import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../shell/page.tsx';
import { SETTINGS_SECTIONS } from '../shell/places.ts';

const ITEM =
  'flex h-8 shrink-0 items-center rounded-md px-2.5 text-sm whitespace-nowrap text-ink-soft hover:bg-hover hover:text-ink ' +
  'aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink';

interface SettingsPageProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of all settings: sections at the left, one of them at the right. */
export function SettingsPage({ title, actions, children }: SettingsPageProps) {
  return (
    <Page title="Settings" tabTitle={`${title} · Settings`}>
      <div className="flex flex-col gap-6 md:flex-row md:gap-10">
        <nav
          aria-label="Settings"
          className="-mx-2.5 flex shrink-0 flex-wrap gap-1 py-0.5 md:mx-0 md:w-[160px] md:flex-col"
        >
          {SETTINGS_SECTIONS.map(({ label, to }) => (
            <Link key={label} from="/p/$projectId" to={to} className={ITEM}>
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex min-w-0 max-w-[760px] flex-1 flex-col gap-6">
          <div className="flex min-h-8 items-center justify-between gap-4">
            <h2 className="text-lg font-semibold">{title}</h2>
            {actions}
          </div>
          {children}
        </div>
      </div>
    </Page>
  );
}
