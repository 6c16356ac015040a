import { useNavigate } from '@tanstack/react-router';
import { listContacts, upsertContact } from '../../contract/contacts.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
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
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="New contact" width="sm">
      <Form form={form} isGuarded={false}>
        <TextField label="Address" type="email" {...form.field('email')} />
        <Switch
          label="Subscribed"
          help="Gets campaigns and other marketing mail. Only with the person's consent."
          isOn={value}
          onChange={onChange}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton form={form} busy="Adding…">
            Add
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
