import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { objectIn, type StepFormProps, textIn } from './step-form-props.ts';
import { TypedValue } from './typed-value.tsx';

const SUBSCRIPTION = [
  { value: 'none', label: 'Leave as it is' },
  { value: 'subscribe', label: 'Subscribe' },
  { value: 'unsubscribe', label: 'Unsubscribe' },
];

type Row = readonly [name: string, value: unknown];

export function UpdateContactForm({ config, onChange }: StepFormProps) {
  const { data: _, ...rest } = config;
  // Rows, not an object: while a name is typed two may be equal for a moment.
  const [rows, setRows] = useState<readonly Row[]>(
    Object.entries('updates' in config ? objectIn(config, 'updates') : objectIn(config, 'data')),
  );
  const set = (changed: readonly Row[]) => {
    setRows(changed);
    onChange({ ...rest, updates: Object.fromEntries(changed.filter(([name]) => name !== '')) });
  };
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">Set fields</legend>
        {rows.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and none is moved
          <div key={at} className="flex flex-wrap gap-2 rounded-md border border-line p-2">
            <div className="flex w-full gap-2">
              <Input
                aria-label={`Name of field ${at + 1}`}
                placeholder="plan"
                value={name}
                onChange={(changed) => set(rows.with(at, [changed, value]))}
              />
              <IconButton label={`Remove field ${at + 1}`} onClick={() => set(rows.toSpliced(at, 1))}>
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </div>
            <TypedValue
              label={`Value of field ${at + 1}`}
              value={value}
              onChange={(changed) => set(rows.with(at, [name, changed]))}
            />
          </div>
        ))}
        <div>
          <Button size="sm" onClick={() => set([...rows, ['', '']])}>
            <Plus className="size-4" aria-hidden="true" />
            Add a field
          </Button>
        </div>
      </fieldset>
      <Field label="Subscription">
        <Select
          className="w-full"
          value={textIn(config, 'subscriptionAction') || 'none'}
          onChange={(subscriptionAction) => onChange({ ...config, subscriptionAction })}
          options={SUBSCRIPTION}
        />
      </Field>
    </>
  );
}
