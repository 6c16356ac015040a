import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="pb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint"
    >
      {children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  /** Unique, and matched by what is typed. */
  value: string;
  Icon: LucideIcon;
  label: string;
  note?: string;
  onSelect: () => void;
}

export function PaletteItem({ value, Icon, label, note, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-sm px-2 data-[selected=true]:bg-line/80"
    >
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
      {note && <span className="ml-auto shrink-0 text-xs text-ink-soft">{note}</span>}
    </Command.Item>
  );
}
