import { MoreHorizontal, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { changeRole, listMembers, type Member } from '../../contract/members.ts';
import { useIsAdmin, useMe, useProjectId } from '../shell/signed-in.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { fullList } from '../ui/table/list-state.ts';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useRead } from '../use-api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { RemoveMember } from './remove-member.tsx';
import { SettingsPage } from './settings-page.tsx';

const ROLE_NAMES = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' };

export function MembersPage() {
  const id = useProjectId();
  const isAdmin = useIsAdmin();
  const members = useRead(listMembers, { params: { id } });
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  return (
    <SettingsPage
      title="Members"
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setIsInviting(true)}>
            <UserPlus className="size-4" aria-hidden="true" />
            Invite
          </Button>
        )
      }
    >
      <DataTable
        label="Members"
        className="rounded-md border border-line"
        list={fullList(members.data?.data, { error: members.error, retry: () => void members.refetch() })}
        rowKey={({ userId, invitationId }) => userId ?? invitationId ?? ''}
        columns={[
          { id: 'email', header: 'Email', cell: (member) => <MemberName member={member} /> },
          { id: 'role', header: 'Role', width: 'w-[96px]', cell: ({ role }) => ROLE_NAMES[role] },
          {
            id: 'since',
            header: 'Since',
            width: 'w-[112px]',
            hideBelow: 'sm',
            cell: ({ createdAt }) => <Time iso={createdAt} className="text-ink-soft" />,
          },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            width: 'w-[56px]',
            align: 'right',
            isInteractive: true,
            cell: (member) => isAdmin && <MemberMenu member={member} onRemove={() => setLeaving(member)} />,
          },
        ]}
        empty={<EmptyState title="No members">That cannot be: you are one.</EmptyState>}
      />
      <p className="text-sm text-ink-soft">
        Members use everything. Admins also manage keys, domains, members and billing. The owner cannot be removed.
      </p>
      <InviteDialog isOpen={isInviting} onOpenChange={setIsInviting} />
      <RemoveMember member={leaving} onClose={() => setLeaving(undefined)} />
    </SettingsPage>
  );
}

function MemberName({ member: { email, invited, userId } }: { member: Member }) {
  const me = useMe();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">{email}</span>
      {userId && userId === me?.id && <span className="text-ink-faint">(you)</span>}
      {invited && <Badge tone="active">Invited</Badge>}
    </span>
  );
}

function MemberMenu({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const id = useProjectId();
  const me = useMe();
  const change = useCall(changeRole, {
    invalidates: [listMembers],
    onDone: ({ data }) => toast(`${data.email} is ${data.role === 'ADMIN' ? 'an admin' : 'a member'} now`),
  });
  const { email, role, invited, userId } = member;
  if (role === 'OWNER' || userId === me?.id) return null;
  const other = role === 'ADMIN' ? 'MEMBER' : 'ADMIN';
  return (
    <Menu
      trigger={
        <IconButton label={`Change ${email}`}>
          <MoreHorizontal className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      {userId && (
        <>
          <MenuItem onSelect={() => change.mutate({ params: { id, userId }, body: { role: other } })}>
            Make {ROLE_NAMES[other].toLowerCase()}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem isDanger onSelect={onRemove}>
        {invited ? 'Take invitation back' : 'Remove'}
      </MenuItem>
    </Menu>
  );
}
