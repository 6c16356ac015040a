import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useDebounced } from '../ui/use-debounced.ts';
import { FoundThings } from './found-things.tsx';
import { CreateCommands, GoToCommands } from './palette-commands.tsx';
import { isPaletteOpen } from './palette-state.ts';

/** What was typed, word by word. Letters scattered over a name would find too much. */
const holdsAllWords = (value: string, typed: string): number =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => value.toLowerCase().includes(word))
    ? 1
    : 0;

const close = (): void => isPaletteOpen.set(false);

/** ⌘K: go to, create, find anything by its name, address or id. */
export function Palette() {
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim());
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-30 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-appear overflow-hidden rounded-md border border-line bg-raised shadow-overlay"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command label="Search and commands" loop filter={holdsAllWords}>
            <Command.Input
              autoFocus
              value={typed}
              onValueChange={setTyped}
              placeholder="Go to, create, or find by name, address or id"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-ink-faint"
            />
            <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-2">
              <Command.Empty className="px-2 py-6 text-center text-sm text-ink-faint">
                Nothing is called “{typed}”.
              </Command.Empty>
              {wanted.length >= 2 && <FoundThings wanted={wanted} onChoose={close} />}
              <GoToCommands onChoose={close} />
              <CreateCommands onChoose={close} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
