import type { Template } from '../../contract/templates.ts';
import { templateUsage } from '../../contract/templates.ts';
import type { ApiError } from '../api.ts';
import { FormError } from '../form/form.tsx';
import { Field } from '../ui/field.tsx';
import { counted } from '../ui/format.ts';
import { TextField } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useRead } from '../use-api.ts';
import { TYPES } from './template-types.ts';
import type { Draft } from './use-autosave.ts';

interface TemplateSettingsProps {
  template: Template;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  error: ApiError | undefined;
}

export function TemplateSettings({ template, draft, onChange, error }: TemplateSettingsProps) {
  const { data: usage } = useRead(templateUsage, { params: { id: template.id } });
  const help = TYPES.find(({ value }) => value === draft.type)?.help;
  return (
    <div className="flex flex-col gap-4">
      {error && <FormError error={error} />}
      <TextField label="Name" value={draft.name} onChange={(name) => onChange({ name })} />
      <TextField label="Subject" value={draft.subject} onChange={(subject) => onChange({ subject })} />
      <TextField label="From" value={draft.from} onChange={(from) => onChange({ from })} />
      <TextField
        label="From name"
        value={draft.fromName ?? ''}
        onChange={(fromName) => onChange({ fromName: fromName || null })}
      />
      <TextField
        label="Reply to"
        value={draft.replyTo ?? ''}
        onChange={(replyTo) => onChange({ replyTo: replyTo || null })}
      />
      <Field label="Type" help={help}>
        <Select
          value={draft.type}
          onChange={(type) => onChange({ type: type as Template['type'] })}
          options={TYPES}
          className="w-full"
        />
      </Field>
      {usage && (
        <p className="text-sm text-ink-soft">
          {counted(usage.emailsSent, 'email')} sent with it, used by {counted(usage.workflowSteps, 'workflow step')}.
        </p>
      )}
    </div>
  );
}
