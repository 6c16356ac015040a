import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { useMedia } from '../ui/use-media.ts';
import { Navigation } from './navigation.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { UserMenu } from './user-menu.tsx';

const STORED = 'posthorn.sidebar';
const HAS_ROOM = '(min-width: 1200px)';

/** Wide where there is room, unless somebody prefers it narrow. */
export function Sidebar({ className }: { className: string }) {
  const hasRoom = useMedia(HAS_ROOM);
  const [isPreferredNarrow, setIsPreferredNarrow] = useState(() => localStorage.getItem(STORED) === 'narrow');
  const isNarrow = isPreferredNarrow || !hasRoom;
  const toggle = () => {
    localStorage.setItem(STORED, isPreferredNarrow ? 'wide' : 'narrow');
    setIsPreferredNarrow(!isPreferredNarrow);
  };
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <div
      className={`shrink-0 flex-col border-r border-line bg-sunken ${isNarrow ? 'w-[49px]' : 'w-[220px]'} ${className}`}
    >
      <div className="flex h-12 shrink-0 items-center border-b border-line px-2">
        <ProjectSwitcher isNarrow={isNarrow} />
      </div>
      <Navigation isNarrow={isNarrow} />
      <div className={`flex border-t border-line p-2 ${isNarrow ? 'flex-col' : 'items-center gap-1'}`}>
        <div className="min-w-0 flex-1">
          <UserMenu isNarrow={isNarrow} />
        </div>
        {hasRoom && (
          <IconButton label={isNarrow ? 'Widen the sidebar' : 'Narrow the sidebar'} onClick={toggle}>
            <Icon className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
