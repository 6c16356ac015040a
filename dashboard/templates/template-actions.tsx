import { useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteTemplate, duplicateTemplate, listTemplates, type Template } from '../../contract/templates.ts';
import { useMe } from '../shell/signed-in.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyIcon } from '../ui/copy-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { useTestSend } from './use-test-send.ts';

/** Test, copy, delete. */
export function TemplateActions({ template }: { template: Template }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const me = useMe();
  const [isDeleting, setIsDeleting] = useState(false);
  const test = useTestSend(template);
  const duplicate = useCall(duplicateTemplate, {
    invalidates: [listTemplates],
    onDone: ({ id }) => {
      toast('Copied: this is the copy');
      void navigate({ to: '/p/$projectId/templates/$id', params: { id } });
    },
  });
  return (
    <>
      <CopyIcon text={template.id} what="template id" />
      <Button onClick={test.send} disabled={test.isBusy || !me} title={me && `To ${me.email}`}>
        <Send className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{test.isBusy ? 'Sending…' : 'Send me a test'}</span>
      </Button>
      <Menu
        trigger={
          <IconButton label="More">
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Copy />} onSelect={() => duplicate.mutate({ params: { id: template.id } })}>
          Duplicate
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setIsDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {isDeleting && <DeleteDialog template={template} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function DeleteDialog({ template: { id, name }, onClose }: { template: Template; onClose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const remove = useCall(deleteTemplate, {
    invalidates: [listTemplates],
    onDone: () => {
      toast(`${name} is deleted`);
      void navigate({ to: '/p/$projectId/templates' });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      action="Delete the template"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      Calls of the API that name this template fail from then on. Emails already sent stay. A template that a workflow
      uses cannot be deleted.
    </ConfirmDialog>
  );
}
