import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** A word of explanation on hover and focus; never the only place for what matters. The child takes the focus. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={4}
            collisionPadding={8}
            className="z-40 max-w-[280px] animate-appear rounded-sm bg-ink px-2 py-1 text-xs text-paper shadow-overlay"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
