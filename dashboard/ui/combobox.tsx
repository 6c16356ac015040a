import { Command } from 'cmdk';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useFieldWiring } from './field.tsx';
import { CONTROL } from './input.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line or a count. */
  note?: ReactNode;
}

interface ComboboxProps {
  /** What is chosen from, for those who hear the page. */
  label: string;
  value: string | undefined;
  /** The text of the chosen value; without it, that of the option, or the value itself. */
  valueLabel?: string | undefined;
  onChange: (value: string, option: ComboboxOption | undefined) => void;
  options: readonly ComboboxOption[];
  /** What is typed: search the server with it (useDebounced). Without it, the options are filtered here. */
  onSearch?: (text: string) => void;
  /** Told when somebody wants to choose: time to ask the server for options. */
  onOpen?: () => void;
  isLoading?: boolean;
  placeholder?: string;
  /** Shown when nothing matches. */
  nothing?: string;
  /** Whether what was typed may be taken as it is. */
  isFree?: boolean;
  className?: string;
}

/** A choice from many, found by typing; the options may come from the server. */
export function Combobox(props: ComboboxProps) {
  const { label, value, valueLabel, options, placeholder = 'Choose…', className = '' } = props;
  const [isOpen, setIsOpen] = useState(false);
  const shown = valueLabel ?? options.find((option) => option.value === value)?.label ?? value;
  const turn = (open: boolean) => {
    if (open) props.onOpen?.();
    setIsOpen(open);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={turn}>
      <Popover.Trigger
        {...useFieldWiring()}
        role="combobox"
        aria-expanded={isOpen}
        aria-label={`${label}: ${shown || placeholder}`}
        className={`${CONTROL} flex h-9 items-center justify-between gap-2 px-3 text-left ${className}`}
      >
        <span className={`truncate ${shown ? '' : 'text-ink-faint'}`}>{shown || placeholder}</span>
        <ChevronsUpDown className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          className="z-30 w-[max(var(--radix-popover-trigger-width),220px)] max-w-[calc(100vw-16px)] animate-appear overflow-hidden rounded-md border border-line bg-raised shadow-overlay"
        >
          <Choices {...props} onClose={() => setIsOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices({
  label,
  value,
  onChange,
  options,
  onSearch,
  isLoading = false,
  nothing = 'Nothing matches.',
  isFree = false,
  onClose,
}: ComboboxProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const choose = (chosen: string, option?: ComboboxOption) => {
    onChange(chosen, option);
    onClose();
  };
  const isNew = isFree && typed.trim() !== '' && !options.some((option) => option.value === typed.trim());
  return (
    <Command label={label} shouldFilter={onSearch === undefined} loop>
      <Command.Input
        value={typed}
        onValueChange={(text) => {
          setTyped(text);
          onSearch?.(text);
        }}
        placeholder="Type to search"
        className="h-10 w-full border-b border-line bg-transparent px-3 text-base outline-none placeholder:text-ink-faint max-md:text-lg"
      />
      <Command.List className="max-h-[280px] overflow-y-auto p-1">
        {isLoading && <p className="px-2 py-3 text-sm text-ink-faint">Searching…</p>}
        {!isLoading && !isNew && <Command.Empty className="px-2 py-3 text-sm text-ink-faint">{nothing}</Command.Empty>}
        {isNew && (
          <Command.Item value={`use ${typed}`} forceMount onSelect={() => choose(typed.trim())} className={ITEM}>
            Use “{typed.trim()}”
          </Command.Item>
        )}
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label]}
            onSelect={() => choose(option.value, option)}
            className={ITEM}
          >
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.note && <span className="text-xs text-ink-soft">{option.note}</span>}
            {option.value === value && <Check className="size-4 shrink-0" aria-hidden="true" />}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

const ITEM = 'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-sm data-[selected=true]:bg-line/80';
