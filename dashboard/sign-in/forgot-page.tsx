import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { requestPasswordReset } from '../../contract/accounts.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { useUrl } from '../use-url.ts';
import { DOOR_LINK, Door } from './door.tsx';

export function ForgotPage() {
  const { search } = useUrl();
  const [told, setTold] = useState<string>();
  const form = useForm({
    endpoint: requestPasswordReset,
    initial: { email: search.email ?? '' },
    input: (body) => ({ body }),
    onDone: ({ data }) => setTold(data.message),
  });
  return (
    <Door
      title="Forgot your password?"
      note="We send a link to set a new one."
      below={
        <Link to="/auth/sign-in" search={{}} className={DOOR_LINK}>
          Back to sign in
        </Link>
      }
    >
      {told ? (
        <p role="status" className="rounded-md bg-good-soft px-3 py-2">
          {told}
        </p>
      ) : (
        <Form form={form} isGuarded={false}>
          <TextField label="Email" type="email" autoComplete="username" autoFocus {...form.field('email')} />
          <SubmitButton form={form} size="lg" busy="Sending…">
            Send the link
          </SubmitButton>
        </Form>
      )}
    </Door>
  );
}
