import { Link } from '@tanstack/react-router';
import { signup } from '../../contract/accounts.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { useUrl } from '../use-url.ts';
import { DOOR_LINK, Door } from './door.tsx';
import { OauthButtons } from './oauth-buttons.tsx';
import { useArrival } from './use-arrival.ts';

export function SignUpPage() {
  const arrive = useArrival();
  const { search } = useUrl();
  const { invitation } = search;
  const form = useForm({
    endpoint: signup,
    initial: { email: search.email ?? '', password: '' },
    input: (body) => ({ body: { ...body, ...(invitation ? { invitation } : {}) } }),
    onDone: arrive,
  });
  return (
    <Door
      title="Create your account"
      below={
        <>
          Have an account?{' '}
          <Link to="/auth/sign-in" search={(now) => now} className={DOOR_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <Form form={form} isGuarded={false}>
        <TextField label="Email" type="email" autoComplete="username" autoFocus {...form.field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          help="At least 6 characters."
          {...form.field('password')}
        />
        <SubmitButton form={form} size="lg" busy="Creating…">
          Create account
        </SubmitButton>
      </Form>
      <OauthButtons />
    </Door>
  );
}
