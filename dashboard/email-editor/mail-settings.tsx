import type { Template } from '../../contract/templates.ts';
import type { ApiError } from '../api.ts';
import { messagesOf } from '../form/field-messages.ts';
import { FormError } from '../form/form.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { MAIL_TYPES } from './mail-types.ts';

export type Mail = Pick<Template, 'name' | 'subject' | 'body' | 'from' | 'fromName' | 'replyTo' | 'type'>;

export const mailOf = ({ name, subject, body, from, fromName, replyTo, type }: Mail): Mail => ({
  name,
  subject,
  body,
  from,
  fromName,
  replyTo,
  type,
});

interface MailSettingsProps {
  mail: Mail;
  onChange: (changes: Partial<Mail>) => void;
  /** Why it cannot be saved as it is. */
  error: ApiError | undefined;
}

/** Everything of a mail but its body. */
export function MailSettings({ mail, onChange, error }: MailSettingsProps) {
  const errors = messagesOf(error?.fields ?? []);
  return (
    <>
      {error && error.fields.length === 0 && <FormError error={error} />}
      <TextField label="Name" value={mail.name} onChange={(name) => onChange({ name })} error={errors.name} />
      <TextField
        label="Subject"
        value={mail.subject}
        onChange={(subject) => onChange({ subject })}
        error={errors.subject}
      />
      <TextField label="From" value={mail.from} onChange={(from) => onChange({ from })} error={errors.from} />
      <TextField
        label="From name"
        value={mail.fromName ?? ''}
        onChange={(fromName) => onChange({ fromName: fromName || null })}
        error={errors.fromName}
      />
      <TextField
        label="Reply to"
        value={mail.replyTo ?? ''}
        onChange={(replyTo) => onChange({ replyTo: replyTo || null })}
        error={errors.replyTo}
      />
      <Field label="Type" help={MAIL_TYPES.find(({ value }) => value === mail.type)?.help}>
        <Select
          value={mail.type}
          onChange={(type) => onChange({ type: type as Mail['type'] })}
          options={MAIL_TYPES}
          className="w-full"
        />
      </Field>
    </>
  );
}
