import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { isPaletteOpen, usePaletteKey } from '../palette/palette-state.ts';
import { useObserved } from '../ui/observed.ts';
import { Sidebar } from './sidebar.tsx';
import { useProjectId } from './signed-in.ts';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));

/** The frame of every page of a project. Nothing of a page outlives the change to another project. */
export function ProjectFrame() {
  const projectId = useProjectId();
  const isSearching = useObserved(isPaletteOpen);
  usePaletteKey();
  return (
    <div key={projectId} className="flex h-dvh overflow-hidden">
      <Sidebar className="hidden md:flex" />
      <div className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </div>
      {isSearching && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </div>
  );
}
