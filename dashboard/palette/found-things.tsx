import { useNavigate } from '@tanstack/react-router';
import { Contact, Mail } from 'lucide-react';
import { getContact, listContacts } from '../../contract/contacts.ts';
import { getEmail, listEmails } from '../../contract/emails.ts';
import { useRead } from '../use-api.ts';
import { PaletteGroup, PaletteItem } from './palette-group.tsx';
import { ThingsByName } from './things-by-name.tsx';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// The values of the items hold what was typed: the palette shows what matches it, and the server has decided that.

/** Contacts whose address holds the words, the emails of the only one that matches, and whatever has the id. */
export function FoundThings({ wanted, onChoose }: { wanted: string; onChoose: () => void }) {
  return UUID.test(wanted) ? (
    <ThingsById id={wanted} onChoose={onChoose} />
  ) : (
    <>
      <ThingsByAddress words={wanted} onChoose={onChoose} />
      <ThingsByName words={wanted} onChoose={onChoose} />
    </>
  );
}

function ThingsById({ id, onChoose }: { id: string; onChoose: () => void }) {
  const open = useOpen(onChoose);
  const contact = useRead(getContact, { params: { id } });
  const email = useRead(getEmail, { params: { id } });
  if (!contact.data && !email.data) return null;
  return (
    <PaletteGroup heading="By id">
      {contact.data && (
        <PaletteItem
          value={`contact ${id}`}
          Icon={Contact}
          label={contact.data.email}
          note="Contact"
          onSelect={() => open.contact(id)}
        />
      )}
      {email.data && (
        <PaletteItem
          value={`email ${id}`}
          Icon={Mail}
          label={email.data.subject || '(no subject)'}
          note={`Email to ${email.data.to}`}
          onSelect={() => open.email(id)}
        />
      )}
    </PaletteGroup>
  );
}

function ThingsByAddress({ words, onChoose }: { words: string; onChoose: () => void }) {
  const open = useOpen(onChoose);
  const contacts = useRead(listContacts, { query: { search: words, limit: '5' } }, { isKept: true });
  const found = contacts.data?.data ?? [];
  const only = found.length === 1 ? found[0] : undefined;
  const emails = useRead(
    listEmails,
    { query: { contactId: only?.id, limit: '5' } },
    { enabled: only !== undefined, isKept: true },
  );
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="Contacts">
      {found.map(({ id, email }) => (
        <PaletteItem
          key={id}
          value={`contact ${words} ${email}`}
          Icon={Contact}
          label={email}
          note="Contact"
          onSelect={() => open.contact(id)}
        />
      ))}
      {only &&
        (emails.data?.data ?? []).map(({ id, subject }) => (
          <PaletteItem
            key={id}
            value={`email ${words} ${id}`}
            Icon={Mail}
            label={subject || '(no subject)'}
            note={`Email to ${only.email}`}
            onSelect={() => open.email(id)}
          />
        ))}
    </PaletteGroup>
  );
}

function useOpen(onChoose: () => void) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  return {
    contact: (id: string) => {
      onChoose();
      void navigate({ to: '/p/$projectId/contacts/$id', params: { id } });
    },
    email: (id: string) => {
      onChoose();
      void navigate({ to: '/p/$projectId/emails/$id', params: { id } });
    },
  };
}
