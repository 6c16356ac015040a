import { useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteWorkflow, duplicateWorkflow, listWorkflows, type WorkflowDetail } from '../../contract/workflows.ts';
import { FormError } from '../form/form.tsx';
import { IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { counted } from '../ui/format.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { StartDialog } from './start-dialog.tsx';

export function WorkflowActions({ workflow }: { workflow: WorkflowDetail }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const [asked, setAsked] = useState<'start' | 'delete'>();
  const duplicate = useCall(duplicateWorkflow, {
    invalidates: [listWorkflows],
    onDone: ({ id }) => {
      toast('Copied: this is the copy, disabled');
      void navigate({ to: '/p/$projectId/workflows/$id', params: { id } });
    },
  });
  const close = () => setAsked(undefined);
  return (
    <>
      <EnabledSwitch workflow={workflow} />
      <Menu
        trigger={
          <IconButton label="More">
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Play />} onSelect={() => setAsked('start')}>
          Start for a contact…
        </MenuItem>
        <MenuItem icon={<Copy />} onSelect={() => duplicate.mutate({ params: { id: workflow.id } })}>
          Duplicate
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {asked === 'start' && <StartDialog workflow={workflow} onClose={close} />}
      {asked === 'delete' && <DeleteDialog workflow={workflow} onClose={close} />}
    </>
  );
}

function DeleteDialog({
  workflow: { id, name, executionCounts },
  onClose,
}: {
  workflow: WorkflowDetail;
  onClose: () => void;
}) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const remove = useCall(deleteWorkflow, {
    invalidates: [listWorkflows],
    isErrorTold: false,
    onDone: () => {
      toast(`${name} is deleted`);
      void navigate({ to: '/p/$projectId/workflows' });
    },
  });
  const all = Object.values(executionCounts).reduce((sum, count) => sum + count, 0);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      action="Delete the workflow"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      typeToConfirm={name}
    >
      <p>
        Its steps and the history of {counted(all, 'execution')} go with it. Emails that were sent stay. As long as
        contacts are under way in it, it cannot be deleted.
      </p>
      {remove.error && (
        <div className="mt-3">
          <FormError error={remove.error} />
        </div>
      )}
    </ConfirmDialog>
  );
}
