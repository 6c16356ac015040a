import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input, TextField } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { FIELD_KINDS, type FieldKind, kindOf, readValue, textOf } from './field-value.ts';

interface FieldEditorProps {
  /** Undefined: a new field. */
  name?: string;
  value?: unknown;
  isBusy: boolean;
  onSave: (name: string, value: unknown) => void;
  onCancel: () => void;
}

const KINDS = FIELD_KINDS.map((kind) => ({ value: kind, label: kind }));
const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

/** One field with its type; the type decides what the text means. */
export function FieldEditor({ name, value, isBusy, onSave, onCancel }: FieldEditorProps) {
  const [newName, setNewName] = useState(name ?? '');
  const [kind, setKind] = useState<FieldKind>(kindOf(value));
  const [text, setText] = useState(textOf(value));
  const [problem, setProblem] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!newName.trim()) return setProblem('The field needs a name');
    const read = readValue(kind, text);
    if ('problem' in read) return setProblem(read.problem);
    onSave(newName.trim(), read.value);
  };
  return (
    <form
      aria-label={name ? `Edit ${name}` : 'New field'}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      className="flex flex-col gap-3 border-b border-line bg-sunken p-4 last:border-b-0"
    >
      {name === undefined && <TextField label="Name" value={newName} onChange={setNewName} />}
      <div className="grid grid-cols-[110px_minmax(0,1fr)] gap-2">
        <Field label="Type">
          <Select value={kind} onChange={(chosen) => setKind(chosen as FieldKind)} options={KINDS} className="w-full" />
        </Field>
        <Field label={name ?? 'Value'} error={problem}>
          {kind === 'yes/no' ? (
            <Select value={text === 'true' ? 'true' : 'false'} onChange={setText} options={YES_NO} className="w-full" />
          ) : (
            <Input value={text} onChange={setText} />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
