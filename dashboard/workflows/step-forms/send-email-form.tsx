import { useState } from 'react';
import { getTemplate, listTemplates } from '../../../contract/templates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useRead } from '../../use-api.ts';
import { objectIn, type StepFormProps, textIn } from './step-form-props.ts';

const RECIPIENTS = [
  { value: 'CONTACT', label: 'The contact' },
  { value: 'CUSTOM', label: 'Another address' },
] as const;

export function SendEmailForm({ config, onChange, templateId, onTemplate }: StepFormProps) {
  const recipient = objectIn(config, 'recipient');
  const type = recipient.type === 'CUSTOM' ? 'CUSTOM' : 'CONTACT';
  const setRecipient = (changed: Record<string, unknown>) => onChange({ ...config, recipient: changed });
  return (
    <>
      <TemplateField templateId={templateId} onTemplate={onTemplate} />
      <Field label="To">
        <RadioCards
          label="To"
          columns={2}
          value={type}
          onChange={(chosen) =>
            setRecipient(chosen === 'CUSTOM' ? { type: chosen, customEmail: '' } : { type: chosen })
          }
          cards={RECIPIENTS}
        />
      </Field>
      {type === 'CUSTOM' && (
        <TextField
          label="Address"
          help="May hold variables: {{ manager }}"
          value={textIn(recipient, 'customEmail')}
          onChange={(customEmail) => setRecipient({ type, customEmail })}
        />
      )}
    </>
  );
}

function TemplateField({ templateId, onTemplate }: Pick<StepFormProps, 'templateId' | 'onTemplate'>) {
  const [text, setText] = useState('');
  const search = useDebounced(text);
  const { data, isFetching } = useRead(
    listTemplates,
    { query: { search: search || undefined, pageSize: '20' } },
    { isKept: true },
  );
  const { data: chosen } = useRead(
    getTemplate,
    { params: { id: templateId ?? '' } },
    { enabled: templateId !== null, isKept: true },
  );
  return (
    <Field
      label="Template"
      help={chosen && templateId ? `Subject: ${chosen.subject}` : undefined}
      aside={
        templateId && (
          <LinkButton
            size="sm"
            look="quiet"
            from="/p/$projectId"
            to="/p/$projectId/templates/$id"
            params={{ id: templateId }}
          >
            Open
          </LinkButton>
        )
      }
    >
      <Combobox
        label="Template"
        value={templateId ?? undefined}
        valueLabel={templateId ? chosen?.name : undefined}
        placeholder="Choose a template"
        onSearch={setText}
        isLoading={isFetching && !data}
        nothing="No template has that name"
        onChange={(id) => onTemplate(id)}
        options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  );
}
