import { createCampaign, listCampaigns } from '../../contract/campaigns.ts';
import { listTemplates } from '../../contract/templates.ts';
import { FIRST_BODY } from '../email-editor/first-body.ts';
import { SenderField, useUsualSender } from '../email-editor/sender-field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useRead } from '../use-api.ts';

interface NewCampaignDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** Just enough for a draft; everything else is done on its page. */
export function NewCampaignDialog({ isOpen, onClose, onMade }: NewCampaignDialogProps) {
  const sender = useUsualSender(isOpen);
  const { data: templates } = useRead(listTemplates, { query: { pageSize: '100' } }, { enabled: isOpen });
  const initial = { name: '', subject: '', from: '', templateId: '' };
  const form = useForm({
    endpoint: createCampaign,
    initial,
    input: ({ name, subject, from, templateId }: typeof initial) => {
      const template = templates?.data.find(({ id }) => id === templateId);
      return {
        body: {
          name,
          subject: subject || template?.subject || '',
          body: template?.body ?? FIRST_BODY,
          from: from || template?.from || sender.usual || '',
          audienceType: 'ALL' as const,
        },
      };
    },
    invalidates: [listCampaigns],
    onDone: ({ data }) => {
      form.reset(initial);
      onMade(data.id);
    },
  });
  const template = form.field('templateId');
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="New campaign"
      width="md"
      action="Create"
      busy="Creating…"
    >
      <TextField label="Name" help="For you and your colleagues" {...form.field('name')} />
      <Field label="Begin with">
        <Select
          className="w-full"
          value={template.value}
          onChange={template.onChange}
          options={[
            { value: '', label: 'An empty mail' },
            ...(templates?.data ?? []).map(({ id, name }) => ({ value: id, label: `Template: ${name}` })),
          ]}
        />
      </Field>
      <TextField label="Subject" {...form.field('subject')} />
      <SenderField sender={sender} {...form.field('from')} />
    </FormDialog>
  );
}
