import { Link } from '@tanstack/react-router';
import { login } from '../../contract/accounts.ts';
import { Form, FormError, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { useUrl } from '../use-url.ts';
import { DOOR_LINK, Door } from './door.tsx';
import { OAUTH_ERRORS, OauthButtons } from './oauth-buttons.tsx';
import { useArrival } from './use-arrival.ts';
import { useSignupsOpen } from './use-signups-open.ts';

export function SignInPage() {
  const arrive = useArrival();
  const { search } = useUrl();
  const form = useForm({
    endpoint: login,
    initial: { email: search.email ?? '', password: '' },
    input: (body) => ({ body }),
    onDone: arrive,
  });
  const isOpen = useSignupsOpen();
  return (
    <Door
      title="Sign in"
      below={
        isOpen && (
          <>
            No account yet?{' '}
            <Link to="/auth/sign-up" search={(now) => now} className={DOOR_LINK}>
              Sign up
            </Link>
          </>
        )
      }
    >
      {search.error && <FormError error={{ message: OAUTH_ERRORS[search.error] ?? 'Signing in did not work.' }} />}
      <Form form={form} isGuarded={false}>
        <TextField label="Email" type="email" autoComplete="username" autoFocus {...form.field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          aside={
            <Link to="/auth/forgot-password" search={{ email: form.values.email }} className="hover:text-ink">
              Forgot it?
            </Link>
          }
          {...form.field('password')}
        />
        <SubmitButton form={form} size="lg" busy="Signing in…">
          Sign in
        </SubmitButton>
      </Form>
      <OauthButtons />
    </Door>
  );
}
