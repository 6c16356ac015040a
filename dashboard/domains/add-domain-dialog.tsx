import { addDomain, listDomains } from '../../contract/domains.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
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
    <FormDialog form={form} isOpen={isOpen} onClose={onClose} title="Add a domain" action="Add" busy="Adding…">
      <TextField
        label="Domain"
        help="What comes after the @ of your senders. A subdomain such as mail.example.com keeps its reputation apart."
        {...form.field('domain')}
      />
    </FormDialog>
  );
}
