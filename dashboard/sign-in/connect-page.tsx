import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { listInbox } from '../../contract/inbox.ts';
import { type ApiError, call } from '../api.ts';
import { useObserved } from '../observed.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { beginSession, endOfSession, type Session } from './session.ts';

/** Asks for the secret key, tries it with a small call, and keeps it if the server knows it. */
export function ConnectPage() {
  const whyEnded = useObserved(endOfSession);
  const [secretKey, setSecretKey] = useState('');
  const connect = useMutation<unknown, ApiError, Session>({
    mutationFn: (as) => call(listInbox, { query: { limit: '1' } }, { as }),
    onSuccess: (_, as) => beginSession(as),
  });
  useEffect(() => {
    document.title = 'Connect · Posthorn';
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    connect.mutate({ secretKey: secretKey.trim() });
  };
  return (
    <main className="flex min-h-dvh items-center justify-center bg-sunken p-4">
      <form
        onSubmit={onSubmit}
        className="flex w-full max-w-[400px] flex-col gap-5 rounded-md border border-line bg-paper p-6"
      >
        <Mark className="size-8" />
        <div className="flex flex-col gap-1">
          <h1 className="text-title font-semibold">Connect to your project</h1>
          <p className="text-ink-soft">
            Paste the project's secret key. The server printed it at its first start, on the line that begins with{' '}
            <span className="whitespace-nowrap">“Secret key”</span>.
          </p>
        </div>
        <Field
          label="Secret key"
          help="Kept in this browser tab only, and forgotten when you close it."
          error={connect.error ? connect.error.message : whyEnded}
          type="password"
          name="secret-key"
          autoComplete="off"
          placeholder="sk_…"
          className="font-mono"
          autoFocus
          required
          value={secretKey}
          onChange={(event) => setSecretKey(event.target.value)}
        />
        <Button type="submit" look="primary" className="h-9" disabled={connect.isPending}>
          {connect.isPending ? 'Connecting…' : 'Connect'}
        </Button>
      </form>
    </main>
  );
}
