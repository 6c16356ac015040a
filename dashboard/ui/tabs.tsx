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
}

const TAB =
  'flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm text-ink-soft hover:text-ink ' +
  'focus-visible:-outline-offset-2 data-[state=active]:border-brass data-[state=active]:font-medium data-[state=active]:text-ink';

/** Tabs that fill the height left to them; the open one scrolls. */
export function Tabs({ label, aside, tabs, value, onChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center justify-between gap-4 border-b border-line px-4 md:px-6">
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
          className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2 data-[state=active]:flex data-[state=active]:flex-col"
        >
          {tab.value === value && tab.content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
