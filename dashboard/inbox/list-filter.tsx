import { Search } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Kbd } from '../ui/kbd.tsx';

interface ListFilterProps {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
}

export function ListFilter({ input, value, onChange }: ListFilterProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    onChange('');
    input.current?.blur();
  };
  return (
    <div className="relative flex h-11 shrink-0 items-center border-b border-line">
      <Search className="pointer-events-none absolute left-4 size-4 text-ink-faint" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label="Filter mails by address or subject"
        placeholder="Filter by address or subject"
        className="peer size-full bg-transparent pr-10 pl-10 text-sm max-md:text-lg placeholder:text-ink-faint focus-visible:-outline-offset-2"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="pointer-events-none absolute right-4 hidden peer-focus:hidden md:block" aria-hidden="true">
        {!value && <Kbd>/</Kbd>}
      </span>
    </div>
  );
}

/** The mails whose addresses or subject contain the words; all of them without words. */
export function filtered<T extends { from: string; to: string; subject: string }>(mails: T[], words: string): T[] {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return mails;
  return mails.filter(({ from, to, subject }) => `${from}\n${to}\n${subject}`.toLowerCase().includes(wanted));
}
