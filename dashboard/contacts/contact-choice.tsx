import { useState } from 'react';
import { getContact, listContacts } from '../../contract/contacts.ts';
import { Combobox } from '../ui/combobox.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRead } from '../use-api.ts';

interface ContactChoiceProps {
  label: string;
  placeholder: string;
  /** What the way back to no contact is called. */
  nobody: string;
  contactId: string | undefined;
  onChange: (contactId: string | undefined) => void;
  className?: string;
}

const NOBODY = 'nobody';

/** One contact, found by typing, or none. */
export function ContactChoice({ label, placeholder, nobody, contactId, onChange, className = '' }: ContactChoiceProps) {
  const [text, setText] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const search = useDebounced(text);
  const { data, isFetching } = useRead(
    listContacts,
    { query: { search: search || undefined, limit: '10' } },
    { isKept: true, enabled: isWanted },
  );
  const [chosen, setChosen] = useState<{ id: string; email: string }>();
  const isNamed = chosen?.id === contactId;
  // From a pasted address the contact is known by its id only.
  const { data: named } = useRead(
    getContact,
    { params: { id: contactId ?? '' } },
    { enabled: contactId !== undefined && !isNamed, staleMs: 60_000 },
  );
  const found = (data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }));
  return (
    <Combobox
      label={label}
      className={className}
      value={contactId}
      valueLabel={contactId && ((isNamed ? chosen?.email : named?.email) ?? '…')}
      placeholder={placeholder}
      onOpen={() => setIsWanted(true)}
      onSearch={setText}
      isLoading={isFetching && !data}
      nothing="No contact has that address"
      onChange={(id, option) => {
        setChosen(id === NOBODY ? undefined : { id, email: option?.label ?? '' });
        onChange(id === NOBODY ? undefined : id);
      }}
      options={contactId ? [{ value: NOBODY, label: nobody }, ...found] : found}
    />
  );
}
