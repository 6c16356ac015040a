import { type Template, templateUsage } from '../../contract/templates.ts';
import type { ApiError } from '../api.ts';
import { type Mail, MailSettings } from '../email-editor/mail-settings.tsx';
import { counted } from '../ui/format.ts';
import { useRead } from '../use-api.ts';

interface TemplateSettingsProps {
  template: Template;
  mail: Mail;
  onChange: (changes: Partial<Mail>) => void;
  error: ApiError | undefined;
}

export function TemplateSettings({ template, mail, onChange, error }: TemplateSettingsProps) {
  const { data: usage } = useRead(templateUsage, { params: { id: template.id } });
  return (
    <div className="flex flex-col gap-4">
      <MailSettings mail={mail} onChange={onChange} error={error} />
      {usage && (
        <p className="text-sm text-ink-soft">
          {usage.emailsSent === 0 && usage.workflowSteps === 0
            ? 'Not used yet.'
            : `${counted(usage.emailsSent, 'email')} sent with it, used by ${counted(usage.workflowSteps, 'workflow step')}.`}
        </p>
      )}
    </div>
  );
}
