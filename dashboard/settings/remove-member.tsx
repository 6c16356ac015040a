import { listMembers, type Member, removeMember } from '../../contract/members.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';

export function RemoveMember({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const id = useProjectId();
  const remove = useCall(removeMember, {
    invalidates: [listMembers],
    onDone: ({ data }) => {
      onClose();
      toast(data.message);
    },
  });
  if (!member) return null;
  const { email, invited } = member;
  const action = invited ? 'Take back' : 'Remove';
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={invited ? `Take the invitation of ${email} back?` : `Remove ${email}?`}
      action={remove.isPending ? 'Removing…' : action}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id, userId: member.userId ?? member.invitationId ?? '' } })}
    >
      {invited
        ? 'The link in the invitation stops working.'
        : 'They lose access at once. What they made stays. They have seen the API keys: rotate them if that matters.'}
    </ConfirmDialog>
  );
}
