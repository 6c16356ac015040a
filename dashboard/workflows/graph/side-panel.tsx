import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useMedia } from '../../ui/use-media.ts';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Beside the graph where there is room, over it on a phone. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const isWide = useMedia('(min-width: 768px)');
  const content = <div className="flex flex-col gap-4">{children}</div>;
  if (!isWide) {
    return (
      <Sheet isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
        {content}
      </Sheet>
    );
  }
  return (
    <aside
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
      className="flex w-[380px] shrink-0 flex-col border-l border-line bg-paper xl:w-[440px]"
    >
      <header className="flex h-11 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <h2 className="truncate font-semibold">{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{content}</div>
    </aside>
  );
}
