import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listFields } from '../../contract/contact-tools.ts';
import { type Contact, getContact, updateContact } from '../../contract/contacts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { FieldEditor } from './field-editor.tsx';
import { shownValue } from './field-value.ts';

/** What the project knows about somebody, editable in place. */
export function ContactFields({ contact }: { contact: Contact }) {
  const [editing, setEditing] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const update = useCall(updateContact, { invalidates: [getContact, listFields] });
  const write = (changes: Record<string, unknown>, onSuccess: () => void) =>
    update.mutate({ params: { id: contact.id }, body: { data: changes } }, { onSuccess });
  const remove = (name: string, value: unknown) =>
    write({ [name]: null }, () => toast(`${name} is removed`, { undo: () => write({ [name]: value }, () => {}) }));
  const fields = Object.entries(contact.data ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return (
    <Card
      title="Fields"
      isFlush
      actions={
        <Button look="quiet" onClick={() => setIsAdding(true)}>
          <Plus className="size-4" aria-hidden="true" />
          Add
        </Button>
      }
    >
      {isAdding && (
        <FieldEditor
          isBusy={update.isPending}
          onCancel={() => setIsAdding(false)}
          onSave={(name, value) => write({ [name]: value }, () => setIsAdding(false))}
        />
      )}
      {fields.length === 0 && !isAdding && (
        <p className="p-4 text-sm text-ink-soft">No fields yet. They come with events, imports and API calls.</p>
      )}
      <ul>
        {fields.map(([name, value]) =>
          editing === name ? (
            <li key={name}>
              <FieldEditor
                name={name}
                value={value}
                isBusy={update.isPending}
                onCancel={() => setEditing(undefined)}
                onSave={(_, changed) => write({ [name]: changed }, () => setEditing(undefined))}
              />
            </li>
          ) : (
            <FieldLine
              key={name}
              name={name}
              value={value}
              onEdit={() => setEditing(name)}
              onRemove={() => remove(name, value)}
            />
          ),
        )}
      </ul>
    </Card>
  );
}

interface FieldLineProps {
  name: string;
  value: unknown;
  onEdit: () => void;
  onRemove: () => void;
}

const FieldLine = ({ name, value, onEdit, onRemove }: FieldLineProps) => (
  <li className="group flex min-h-10 items-center gap-2 border-b border-line px-4 py-1.5 text-sm last:border-b-0">
    <span className="w-28 shrink-0 truncate text-ink-faint" title={name}>
      {name}
    </span>
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{shownValue(value)}</span>
    <span className="flex shrink-0 opacity-60 group-hover:opacity-100 focus-within:opacity-100">
      <IconButton label={`Edit ${name}`} onClick={onEdit} className="size-7">
        <Pencil className="size-3.5" aria-hidden="true" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={onRemove} className="size-7">
        <Trash2 className="size-3.5" aria-hidden="true" />
      </IconButton>
    </span>
  </li>
);
