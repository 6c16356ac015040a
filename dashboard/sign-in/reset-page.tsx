import { Link, useNavigate } from '@tanstack/react-router';
import { resetPassword } from '../../contract/accounts.ts';
import { Form, FormError, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrl } from '../use-url.ts';
import { DOOR_LINK, Door } from './door.tsx';

/** Opened from the mailed link, which carries the token. */
export function ResetPage() {
  const { search } = useUrl();
  const navigate = useNavigate();
  const form = useForm({
    endpoint: resetPassword,
    initial: { newPassword: '' },
    input: ({ newPassword }) => ({ body: { token: search.token ?? '', newPassword } }),
    onDone: ({ data }) => {
      toast(data.message);
      void navigate({ to: '/auth/sign-in', search: {} });
    },
  });
  return (
    <Door
      title="Set a new password"
      note="It signs you out everywhere else."
      below={
        <Link to="/auth/forgot-password" search={{}} className={DOOR_LINK}>
          Ask for a new link
        </Link>
      }
    >
      <Form form={form} isGuarded={false}>
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          help="At least 6 characters."
          autoFocus
          {...form.field('newPassword')}
        />
        {form.errors.token && (
          <FormError error={{ message: 'This link is not complete. Open it from the mail again.' }} />
        )}
        <SubmitButton form={form} size="lg" busy="Saving…">
          Save password
        </SubmitButton>
      </Form>
    </Door>
  );
}
