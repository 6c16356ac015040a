import { Menu } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Navigation } from './navigation.tsx';

/** On a phone the sidebar is a sheet over the page. */
export function SidebarSheet() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger asChild>
        <IconButton label="Menu" className="md:hidden">
          <Menu className="size-4" aria-hidden="true" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-10 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-10 flex w-[260px] animate-slide-in flex-col border-r border-line bg-sunken shadow-overlay"
        >
          <Dialog.Title className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4 font-semibold">
            <Mark />
            Posthorn
          </Dialog.Title>
          <Navigation onChoose={() => setIsOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
