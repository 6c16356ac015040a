import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addDomain, type Domain, listDomains, verifyDomain } from '../../contract/domains.ts';
import { type ApiError, call, keyOf } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** Adds the domain that the first mail comes from, and checks it at once: where domains are trusted, that is all. */
export function FirstDomain({ pending }: { pending: Domain | undefined }) {
  const client = useQueryClient();
  const [name, setName] = useState('example.com');
  const add = useMutation<unknown, ApiError>({
    mutationFn: async () => {
      const { id } = pending ?? (await call(addDomain, { body: { domain: name } }));
      return call(verifyDomain, { params: { id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listDomains) }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4 rounded-md border border-line p-4">
      {pending ? (
        <p>
          <span className="font-medium">{pending.domain}</span> waits for its DNS records. The{' '}
          <a href="/docs" className="underline underline-offset-4">
            API reference
          </a>{' '}
          shows how to list them (GET /domains/:id/verify).
          {add.error && <span className="mt-1 block text-danger">{add.error.message}</span>}
        </p>
      ) : (
        <Field
          label="Sender domain"
          help="Any name will do while mail is only captured."
          error={add.error ? (add.error.fields[0]?.message ?? add.error.message) : undefined}
          value={name}
          required
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Button type="submit" look="primary" className="self-start" disabled={add.isPending}>
        {pending ? 'Check again' : 'Add domain'}
      </Button>
    </form>
  );
}
