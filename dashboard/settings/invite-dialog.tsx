import { addMember, listMembers } from '../../contract/members.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { toast } from '../ui/toast.tsx';

const ROLES = [
  { value: 'MEMBER', label: 'Member', help: 'Uses everything.' },
  { value: 'ADMIN', label: 'Admin', help: 'Also manages keys, domains, members and billing.' },
] as const;

interface InviteDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function InviteDialog({ isOpen, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Invite somebody"
      note="Who has an account is added at once; everybody else gets a mail with a link."
    >
      <InviteForm onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const id = useProjectId();
  const form = useForm({
    endpoint: addMember,
    initial: { email: '', role: 'MEMBER' as 'MEMBER' | 'ADMIN' },
    input: (body) => ({ params: { id }, body }),
    invalidates: [listMembers],
    onDone: ({ data }) => {
      onClose();
      toast(data.invited ? `${data.email} is invited` : `${data.email} is a member now`);
    },
  });
  return (
    <Form form={form} isGuarded={false}>
      <TextField label="Email" type="email" autoComplete="off" autoFocus {...form.field('email')} />
      <RadioCards
        label="Role"
        columns={2}
        cards={ROLES}
        value={form.values.role}
        onChange={(role) => form.set({ role })}
      />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form} busy="Inviting…">
          Invite
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}
