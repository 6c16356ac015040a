import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Project, resetProject } from '../../contract/projects.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { Setting } from './setting.tsx';

export function ResetProject({ project: { id, name } }: { project: Project }) {
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();
  const reset = useCall(resetProject, {
    onDone: () => {
      setIsOpen(false);
      void client.invalidateQueries();
      toast(`${name} is empty now`);
    },
  });
  return (
    <Setting
      isDanger
      title="Reset this project"
      note="Deletes all contacts, emails, events, templates, segments, campaigns and workflows. Keys, members, domains and billing stay."
      action={<Button onClick={() => setIsOpen(true)}>Reset data</Button>}
    >
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete all data of ${name}?`}
        action={reset.isPending ? 'Deleting…' : 'Delete all data'}
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate({ params: { id } })}
        typeToConfirm={name}
      >
        The project starts over as if it were new. This cannot be undone.
      </ConfirmDialog>
    </Setting>
  );
}
