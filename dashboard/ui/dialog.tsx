import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** One sentence under the title. */
  note?: ReactNode;
  width?: keyof typeof WIDTHS;
  children: ReactNode;
}

const WIDTHS = { sm: '420px', md: '560px', lg: '800px' };

/** A small task over the page. The form inside brings its own buttons (DialogButtons). */
export function Dialog({ isOpen, onOpenChange, title, note, width = 'sm', children }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 animate-appear bg-veil" />
        <Radix.Content
          {...(note ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          style={{ width: `min(${WIDTHS[width]}, calc(100vw - 32px))` }}
          className="fixed top-1/2 left-1/2 z-20 flex max-h-[calc(100dvh-48px)] -translate-x-1/2 -translate-y-1/2 animate-appear flex-col rounded-md border border-line bg-raised shadow-overlay"
        >
          <header className="flex shrink-0 items-start gap-4 px-5 pt-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {note && <Radix.Description className="mt-1 text-ink-soft">{note}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mt-1 -mr-2">
                <X className="size-4" aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Into the form at once; without one, where Radix puts it. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input, textarea, select');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** The row of buttons that ends a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-1 flex flex-wrap justify-end gap-2">{children}</div>;
}
