import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface SheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
}

/** Details over the right side of the page, which stays where it is. */
export function Sheet({ isOpen, onOpenChange, title, children }: SheetProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-20 flex w-[min(480px,100vw)] animate-slide-from-right flex-col border-l border-line bg-raised shadow-overlay"
        >
          <header className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-2 pl-5">
            <Dialog.Title className="truncate font-semibold">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X className="size-4" aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
