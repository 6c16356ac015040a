import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { requestVerification, verifyEmail } from '../../contract/accounts.ts';
import { FormError } from '../form/form.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { DOOR_LINK, Door } from './door.tsx';
import { signOut } from './sign-out.ts';

/** With the token of the mailed link: confirms. Without: asks to look into the mailbox. */
export function VerifyPage() {
  const { search } = useUrl();
  return search.token ? <Verifying token={search.token} /> : <LookIntoYourMailbox />;
}

function Verifying({ token }: { token: string }) {
  const verify = useCall(verifyEmail, { isErrorTold: false });
  const isAsked = useRef(false);
  useEffect(() => {
    // A token works once; React mounts twice while developing.
    if (isAsked.current) return;
    isAsked.current = true;
    verify.mutate({ body: { token } });
  });
  if (verify.error) {
    return (
      <Door title="This link does not work" below={<ResendHint />}>
        <FormError error={verify.error} />
      </Door>
    );
  }
  return (
    <Door title={verify.data ? 'Your address is confirmed' : 'Confirming your address…'}>
      {verify.data && (
        <LinkButton to="/" look="primary" size="lg">
          Go to the dashboard
        </LinkButton>
      )}
    </Door>
  );
}

function ResendHint() {
  return (
    <Link to="/auth/verify-email" search={{}} className={DOOR_LINK}>
      Have it sent again
    </Link>
  );
}

function LookIntoYourMailbox() {
  const resend = useCall(requestVerification, { onDone: ({ data }) => toast(data.message) });
  return (
    <Door
      title="Confirm your address"
      note="We sent you a mail with a link. Open it to go on."
      below={
        <button type="button" onClick={() => void signOut()} className={DOOR_LINK}>
          Sign out
        </button>
      }
    >
      <div className="flex gap-2">
        <Button size="lg" onClick={() => resend.mutate({})} disabled={resend.isPending}>
          Send it again
        </Button>
        <LinkButton to="/" look="primary" size="lg">
          I have confirmed it
        </LinkButton>
      </div>
    </Door>
  );
}
