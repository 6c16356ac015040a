import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  value: string;
  label: string;
  count?: number;
  /** Made only while the tab is open. */
  content: () => ReactNode;
}

interface TabsProps {
  label: string;
  /** At the far end of the row of tabs. */
  aside?: ReactNode;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  /** 'fill' takes the height left to it and scrolls inside; 'page' grows with its content. */
  fit?: 'fill' | 'page';
}

const TAB =
  'flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm text-ink-soft hover:text-ink ' +
  'focus-visible:-outline-offset-2 data-[state=active]:border-brass data-[state=active]:font-medium data-[state=active]:text-ink';

/** Tabs; the page holds the open one in its URL: value={search.tab ?? 'first'} onChange={(tab) => change({ tab })}. */
export function Tabs({ label, aside, tabs, value, onChange, fit = 'fill' }: TabsProps) {
  const fills = fit === 'fill';
  return (
    <Radix.Root value={value} onValueChange={onChange} className={`flex flex-col ${fills ? 'min-h-0 flex-1' : ''}`}>
      <div
        className={`flex shrink-0 items-center justify-between gap-4 border-b border-line ${fills ? 'px-4 md:px-6' : ''}`}
      >
        <Radix.List aria-label={label} className="no-scrollbar -mb-px flex h-10 min-w-0 gap-4 overflow-x-auto md:gap-5">
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={TAB}>
              {tab.label}
              {tab.count !== undefined && <span className="text-xs text-ink-faint tabular-nums">{tab.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={`data-[state=active]:flex data-[state=active]:flex-col ${fills ? 'min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2' : 'pt-4'}`}
        >
          {tab.value === value && tab.content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
