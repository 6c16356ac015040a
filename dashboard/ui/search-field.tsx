import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Kbd } from './kbd.tsx';
import { useHotkeys } from './use-hotkeys.ts';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  /** Told once the typing rests. */
  onChange: (value: string) => void;
  className?: string;
}

const REST_MS = 100;

/** Searches while one types; / goes to it, esc empties it. */
export function SearchField({ label, placeholder = label, value, onChange, className = '' }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  if (told.current !== value && document.activeElement !== input.current) {
    told.current = value;
    setTyped(value);
  }
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      onChange(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  useHotkeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setTyped('');
    input.current?.blur();
  };
  return (
    <div className={`relative flex w-full min-w-[160px] sm:max-w-[320px] items-center ${className}`}>
      <Search className="pointer-events-none absolute left-2.5 size-4 text-ink-faint" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        className="peer h-8 w-full rounded-md border border-line-strong bg-paper pr-8 pl-8 text-sm placeholder:text-ink-faint max-md:text-lg"
      />
      <span className="pointer-events-none absolute right-2 hidden peer-focus:hidden md:block" aria-hidden="true">
        {!typed && <Kbd>/</Kbd>}
      </span>
    </div>
  );
}
