import { changePassword } from '../../contract/accounts.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { useMe } from '../shell/signed-in.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/input.tsx';
import { toast } from '../ui/toast.tsx';
import { Setting } from './setting.tsx';
import { SettingsPage } from './settings-page.tsx';

const NOTHING = { currentPassword: '', newPassword: '' };

export function AccountPage() {
  const me = useMe();
  return (
    <SettingsPage title="Account">
      <Setting
        title="Signed in as"
        note={me?.email}
        action={<Button onClick={() => void signOut()}>Sign out</Button>}
      />
      <Password />
    </SettingsPage>
  );
}

function Password() {
  const form = useForm({
    endpoint: changePassword,
    initial: NOTHING,
    input: (body) => ({ body }),
    onDone: ({ data }) => {
      form.reset(NOTHING);
      toast(data.message);
    },
  });
  return (
    <Setting title="Password" note="Changing it signs you out everywhere else.">
      <Form form={form} className="flex max-w-[360px] flex-col gap-4">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          help="At least 6 characters."
          {...form.field('newPassword')}
        />
        <SubmitButton form={form} busy="Changing…" needsChanges className="self-start">
          Change password
        </SubmitButton>
      </Form>
    </Setting>
  );
}
