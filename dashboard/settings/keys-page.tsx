import { useState } from 'react';
import { listProjects, regenerateKeys } from '../../contract/projects.ts';
import { useIsAdmin, useProject } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { KeyField } from './key-field.tsx';
import { Setting } from './setting.tsx';
import { SettingsPage } from './settings-page.tsx';

export function KeysPage() {
  const project = useProject();
  const isAdmin = useIsAdmin();
  return (
    <SettingsPage title="API keys">
      <Setting
        title="Secret key"
        note="Sends mail and reads everything. For servers only: never in a browser or an app."
      >
        <KeyField name="Secret key" value={project.secret} />
        <LastUsed at={project.secretLastUsedAt} />
      </Setting>
      <Setting title="Public key" note="Tracks events (POST /v1/track), nothing else. Safe in browsers and apps.">
        <KeyField name="Public key" value={project.public} />
        <LastUsed at={project.publicLastUsedAt} />
      </Setting>
      {isAdmin && <RotateKeys id={project.id} />}
    </SettingsPage>
  );
}

function LastUsed({ at }: { at: string | null }) {
  return (
    <p className="text-sm text-ink-soft">
      {at ? (
        <>
          Last used <Time iso={at} />
        </>
      ) : (
        'Not used yet'
      )}
    </p>
  );
}

function RotateKeys({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const rotate = useCall(regenerateKeys, {
    invalidates: [listProjects],
    onDone: () => {
      setIsOpen(false);
      toast('Both keys are new');
    },
  });
  return (
    <Setting
      isDanger
      title="Rotate both keys"
      note="For a key that got into the wrong hands. There is no time in which old and new work side by side."
      action={<Button onClick={() => setIsOpen(true)}>Rotate keys</Button>}
    >
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Replace both keys?"
        action={rotate.isPending ? 'Rotating…' : 'Rotate keys'}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate({ params: { id } })}
      >
        <p>The old keys stop working at once:</p>
        <ul className="mt-2 list-disc pl-5">
          <li>your servers cannot send or read until they have the new secret key,</li>
          <li>your websites and apps cannot track events until they have the new public key.</li>
        </ul>
        <p className="mt-2">Mail that is already queued is sent.</p>
      </ConfirmDialog>
    </Setting>
  );
}
