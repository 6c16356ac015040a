import { workflowFields } from '../../../contract/workflows.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { useRead } from '../../use-api.ts';
import { valueForType } from './typed-value.tsx';

interface FieldPickerProps {
  value: string;
  eventName: string | undefined;
  /** With what a value of the chosen field begins with, from what was typed before. */
  onChange: (field: string, first: (before: unknown) => unknown) => void;
}

/** What can be asked about: the contact, its data, and the event that started it. */
export function FieldPicker({ value, eventName, onChange }: FieldPickerProps) {
  const { data, isLoading } = useRead(workflowFields, { query: { eventName } }, { staleMs: 30_000 });
  const fields = data?.typedFields ?? [];
  return (
    <Field label="Field">
      <Combobox
        label="Field"
        value={value || undefined}
        isFree
        isLoading={isLoading}
        onChange={(chosen) => {
          const known = fields.find(({ field }) => field === chosen || shortName(field) === chosen);
          onChange(known?.field ?? fullName(chosen), (before) => valueForType(known?.type, before));
        }}
        options={fields.map(({ field, category }) => ({
          value: field,
          label: shortName(field),
          note: category.toLowerCase(),
        }))}
      />
    </Field>
  );
}

const shortName = (field: string): string => field.replace(/^contact\.(data\.)?/, '');

/** A name typed without saying of what is meant as a field of the contact's data. */
const fullName = (typed: string): string => (/^(contact|data|event|workflow)\./.test(typed) ? typed : `data.${typed}`);
