import { useState } from 'react';
import { listContacts } from '../../contract/contacts.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRead } from '../use-api.ts';

interface ContactPickerProps {
  value: string;
  onChange: (contactId: string) => void;
  error?: string | undefined;
}

export function ContactPicker({ value, onChange, error }: ContactPickerProps) {
  const [text, setText] = useState('');
  const [label, setLabel] = useState<string>();
  const search = useDebounced(text);
  const { data, isFetching } = useRead(
    listContacts,
    { query: { search: search || undefined, limit: '10' } },
    { isKept: true },
  );
  return (
    <Field label="Contact" error={error}>
      <Combobox
        label="Contact"
        value={value || undefined}
        valueLabel={value ? label : undefined}
        placeholder="Choose a contact"
        onSearch={setText}
        isLoading={isFetching && !data}
        nothing="No contact has that address"
        onChange={(id, option) => {
          setLabel(option?.label);
          onChange(id);
        }}
        options={(data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
      />
    </Field>
  );
}
