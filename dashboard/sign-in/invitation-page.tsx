import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { acceptInvitation, me, showInvitation } from '../../contract/accounts.ts';
import { FormError } from '../form/form.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useCall, useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { Door } from './door.tsx';

/** Opened from the mailed invitation: sign in or sign up with its address, then join. */
export function InvitationPage() {
  const { search } = useUrl();
  const token = search.token ?? '';
  const invitation = useRead(showInvitation, { params: { token } });
  if (invitation.error) {
    return (
      <Door title="This invitation does not work">
        <FormError error={{ message: invitation.error.fields[0]?.message ?? invitation.error.message }} />
        <p className="text-ink-soft">It may be used, taken back or too old. Ask for a new one.</p>
      </Door>
    );
  }
  if (!invitation.data) {
    return (
      <Door title="Invitation">
        <Skeleton className="h-16 w-full" />
      </Door>
    );
  }
  return <Invitation token={token} {...invitation.data.data} />;
}

interface InvitationProps {
  token: string;
  project: string;
  email: string;
  role: 'ADMIN' | 'MEMBER';
  hasAccount: boolean;
}

function Invitation({ token, project, email, role, hasAccount }: InvitationProps) {
  const user = useRead(me, {});
  const next = `/accept-invitation?token=${token}`;
  return (
    <Door
      title={`Join ${project}`}
      note={`You are invited as ${role === 'ADMIN' ? 'an admin' : 'a member'}, with the address ${email}.`}
    >
      {user.data && user.data.email === email && <Accept token={token} />}
      {user.data && user.data.email !== email && (
        <p className="text-ink-soft">
          You are signed in as {user.data.email}. Sign in with the invited address to join.
        </p>
      )}
      {user.data?.email !== email &&
        (hasAccount ? (
          <LinkButton to="/auth/sign-in" search={{ next, email }} look="primary" size="lg">
            Sign in to join
          </LinkButton>
        ) : (
          <LinkButton to="/auth/sign-up" search={{ email, invitation: token }} look="primary" size="lg">
            Create an account to join
          </LinkButton>
        ))}
    </Door>
  );
}

function Accept({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const accept = useCall(acceptInvitation, {
    isErrorTold: false,
    onDone: ({ data: { projectId } }) => {
      client.clear();
      void navigate({ to: '/p/$projectId', params: { projectId } });
    },
  });
  return (
    <>
      {accept.error && <FormError error={accept.error} />}
      <Button look="primary" size="lg" onClick={() => accept.mutate({ body: { token } })} disabled={accept.isPending}>
        Join
      </Button>
    </>
  );
}
