import { useNavigate } from '@tanstack/react-router';
import { listContacts, upsertContact } from '../../contract/contacts.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';

export function NewContactDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const initial = { email: '', subscribed: true };
  const form = useForm({
    endpoint: upsertContact,
    initial,
    input: (body: typeof initial) => ({ body }),
    invalidates: [listContacts],
    onDone: ({ id, email, _meta }) => {
      toast(_meta.isNew ? `${email} is added` : `${email} was there already`);
      form.reset(initial);
      void navigate({ to: '/p/$projectId/contacts/$id', params: { id } });
    },
  });
  const { value, onChange } = form.field('subscribed');
  return (
    <FormDialog form={form} isOpen={isOpen} onClose={onClose} title="New contact" action="Add" busy="Adding…">
      <TextField label="Address" type="email" {...form.field('email')} />
      <Switch
        label="Subscribed"
        help="Gets campaigns and other marketing mail. Only with the person's consent."
        isOn={value}
        onChange={onChange}
      />
    </FormDialog>
  );
}
