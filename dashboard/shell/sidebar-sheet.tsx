import { Menu } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Navigation } from './navigation.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { UserMenu } from './user-menu.tsx';

/** On a phone the sidebar is a sheet over the page. */
export function SidebarSheet() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
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
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-12 shrink-0 items-center border-b border-line px-2">
            <ProjectSwitcher onChoose={close} />
          </div>
          <Navigation onChoose={close} />
          <div className="border-t border-line p-2">
            <UserMenu />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
