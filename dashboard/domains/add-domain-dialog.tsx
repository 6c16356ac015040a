import { addDomain, listDomains } from '../../contract/domains.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/input.tsx';
import { toast } from '../ui/toast.tsx';

export function AddDomainDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const form = useForm({
    endpoint: addDomain,
    initial: { domain: '' },
    input: (body: { domain: string }) => ({ body }),
    invalidates: [listDomains],
    onDone: ({ domain }) => {
      toast(`${domain} is added: now create its records`);
      form.reset({ domain: '' });
      onClose();
    },
  });
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Add a domain" width="sm">
      <Form form={form} isGuarded={false}>
        <TextField
          label="Domain"
          help="What comes after the @ of your senders. A subdomain such as mail.example.com keeps its reputation apart."
          {...form.field('domain')}
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
