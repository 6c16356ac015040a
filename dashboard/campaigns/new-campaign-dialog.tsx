import { createCampaign, listCampaigns } from '../../contract/campaigns.ts';
import { listDomains } from '../../contract/domains.ts';
import { listTemplates } from '../../contract/templates.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useRead } from '../use-api.ts';

interface NewCampaignDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (id: string) => void;
}

const BODY = '<h1>Hello {{firstName ?? "there"}}</h1><p>Write your mail here.</p>';

/** Just enough for a draft; everything else is done on its page. */
export function NewCampaignDialog({ isOpen, onClose, onMade }: NewCampaignDialogProps) {
  const projectId = useProjectId();
  const { data: domains } = useRead(listDomains, { params: { projectId } }, { enabled: isOpen });
  const { data: templates } = useRead(listTemplates, { query: { pageSize: '100' } }, { enabled: isOpen });
  const verified = domains?.find(({ verified: is }) => is)?.domain;
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
          body: template?.body ?? BODY,
          from: from || template?.from || (verified ? `hello@${verified}` : ''),
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
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="New campaign" width="md">
      <Form form={form} isGuarded={false}>
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
        <TextField
          label="From"
          {...form.field('from')}
          placeholder={verified ? `hello@${verified}` : undefined}
          help={
            domains && !verified ? 'No domain of this project is verified yet: add one under Domains first.' : undefined
          }
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton form={form} busy="Creating…">
            Create
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
