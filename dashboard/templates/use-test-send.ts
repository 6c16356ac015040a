import { useState } from 'react';
import { requestFor } from '../../contract/client.ts';
import { sendEmail } from '../../contract/send.ts';
import type { Template } from '../../contract/templates.ts';
import { ApiError } from '../api.ts';
import { useMe, useProject } from '../shell/signed-in.ts';
import { toast, toastError } from '../ui/toast.tsx';

/** Sends the saved template to the person at the keyboard, as the API would. */
export function useTestSend({ id }: Template): { isBusy: boolean; send: () => void } {
  const me = useMe();
  const { secret } = useProject();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    if (!me) return;
    setIsBusy(true);
    const { method, url, body } = requestFor(sendEmail, { body: { to: me.email, template: id } });
    // This endpoint belongs to applications: it takes the project's key and no session.
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    setIsBusy(false);
    if (response.ok) return toast(`A test is on its way to ${me.email}`);
    const { error } = (await response.json()) as { error?: { message: string; code: string } };
    toastError(
      new ApiError(error?.message ?? 'The test could not be sent', {
        status: response.status,
        code: error?.code ?? '',
      }),
    );
  };
  return { isBusy, send: () => void run() };
}
