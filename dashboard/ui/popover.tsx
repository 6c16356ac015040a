import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface PopoverProps {
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'end';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A small panel at a button, for what is more than a menu. */
export function Popover({
  trigger,
  label,
  align = 'start',
  isOpen,
  onOpenChange,
  className = '',
  children,
}: PopoverProps) {
  return (
    <Radix.Root {...(isOpen === undefined ? {} : { open: isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={`z-30 max-w-[calc(100vw-16px)] animate-appear rounded-md border border-line bg-raised p-3 shadow-overlay ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
