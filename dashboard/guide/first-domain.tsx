import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { getConfig } from '../../contract/config.ts';
import { addDomain, type Domain, listDomains, verifyDomain } from '../../contract/domains.ts';
import { setupState } from '../../contract/projects.ts';
import { type ApiError, call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/input.tsx';
import { invalidate, useRead } from '../use-api.ts';

/** Adds the domain that the first mail comes from, and checks it at once: where domains are trusted, that is all. */
export function FirstDomain({ pending }: { pending: Domain | undefined }) {
  const client = useQueryClient();
  const { data: config } = useRead(getConfig, {}, { staleMs: Number.POSITIVE_INFINITY });
  const isTrusted = config?.features.mail.transport === 'capture';
  const [name, setName] = useState('example.com');
  const add = useMutation<unknown, ApiError>({
    mutationFn: async () => {
      const { id } = pending ?? (await call(addDomain, { body: { domain: name } }));
      return call(verifyDomain, { params: { id } });
    },
    onSettled: () => invalidate(client, [listDomains, setupState]),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      {pending ? (
        <p>
          <span className="font-medium">{pending.domain}</span> waits for its DNS records:{' '}
          <Link from="/p/$projectId" to="/p/$projectId/domains" className="font-medium underline underline-offset-4">
            see them under Domains
          </Link>
          .{add.error && <span className="mt-1 block text-danger">{add.error.message}</span>}
        </p>
      ) : (
        <TextField
          label="Sender domain"
          help={isTrusted ? 'Any name will do while mail is only captured.' : 'You will add a few DNS records to it.'}
          error={add.error ? (add.error.fields[0]?.message ?? add.error.message) : undefined}
          value={name}
          required
          spellCheck={false}
          onChange={setName}
        />
      )}
      <Button type="submit" look="primary" className="self-start" disabled={add.isPending}>
        {pending ? 'Check again' : 'Add domain'}
      </Button>
    </form>
  );
}
