import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { Mark } from '../ui/mark.tsx';
import { Menu, MenuHeading, MenuItem, MenuLine } from '../ui/menu.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { useProject, useProjects } from './signed-in.ts';

/** The project that everything on the page belongs to, and the way to the others. */
export function ProjectSwitcher({ isNarrow = false, onChoose }: { isNarrow?: boolean; onChoose?: () => void }) {
  const current = useProject();
  const projects = useProjects().toSorted((a, b) => a.name.localeCompare(b.name));
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const goTo = (projectId: string) => {
    onChoose?.();
    void navigate({ to: '/p/$projectId', params: { projectId } });
  };
  return (
    <>
      <Menu align="start" trigger={<Trigger name={current.name} isNarrow={isNarrow} />}>
        <MenuHeading>Projects</MenuHeading>
        {projects.map((project) => (
          <MenuItem key={project.id} onSelect={() => goTo(project.id)}>
            <span className="min-w-0 flex-1 truncate">{project.name}</span>
            {project.id === current.id && <Check aria-label="Current" />}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={<Plus aria-hidden="true" />} onSelect={() => setIsCreating(true)}>
          New project
        </MenuItem>
      </Menu>
      <NewProjectDialog isOpen={isCreating} onOpenChange={setIsCreating} onCreated={goTo} />
    </>
  );
}

function Trigger({ name, isNarrow, ...rest }: { name: string; isNarrow: boolean }) {
  return (
    <button
      type="button"
      aria-label={`Project: ${name}. Change project`}
      title={name}
      className={`flex h-8 w-full min-w-0 items-center rounded-md hover:bg-hover ${isNarrow ? 'justify-center' : 'gap-2 px-2'}`}
      {...rest}
    >
      <Mark />
      {!isNarrow && (
        <>
          <span className="min-w-0 flex-1 truncate text-left font-semibold">{name}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
        </>
      )}
    </button>
  );
}
