import { listEventNames } from '../../../contract/events.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { useRead } from '../../use-api.ts';

interface EventNameFieldProps {
  value: string;
  onChange: (name: string) => void;
  help?: string;
  error?: string | undefined;
}

/** An event that was seen before, or one that is still to come. */
export function EventNameField({ value, onChange, help, error }: EventNameFieldProps) {
  const { data, isLoading } = useRead(listEventNames, {}, { staleMs: 30_000 });
  return (
    <Field label="Event" help={help} error={error}>
      <Combobox
        label="Event"
        value={value || undefined}
        onChange={onChange}
        isFree
        isLoading={isLoading}
        nothing="Type the name of an event"
        options={(data?.eventNames ?? []).map((name) => ({ value: name, label: name }))}
      />
    </Field>
  );
}
