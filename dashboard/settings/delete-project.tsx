import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteProject, listProjects, type Project } from '../../contract/projects.ts';
import { keyOf } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { Setting } from './setting.tsx';

export function DeleteProject({ project: { id, name } }: { project: Project }) {
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useCall(deleteProject, {
    onDone: () => {
      toast(`${name} is deleted`);
      // The page of a project that is gone must be left before the list forgets it.
      void navigate({ to: '/', replace: true, ignoreBlocker: true });
      client.removeQueries({ queryKey: keyOf(listProjects) });
    },
  });
  return (
    <Setting
      isDanger
      title="Delete this project"
      note="Contacts, emails, campaigns, workflows, domains, keys and members are deleted for good."
      action={
        <Button look="danger" onClick={() => setIsOpen(true)}>
          Delete project
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete ${name}?`}
        action={remove.isPending ? 'Deleting…' : 'Delete project'}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
        typeToConfirm={name}
      >
        Everything in it is deleted, both keys stop working, and mail that still waits is not sent. This cannot be
        undone.
      </ConfirmDialog>
    </Setting>
  );
}
