import { listDomains } from '../../contract/domains.ts';
import { createTemplate, listTemplates, type Template } from '../../contract/templates.ts';
import { MAIL_TYPES } from '../email-editor/mail-types.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useRead } from '../use-api.ts';

interface NewTemplateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (id: string) => void;
}

const BODY = '<h1>Hello {{firstName ?? "there"}}</h1><p>Write your mail here.</p>';

export function NewTemplateDialog({ isOpen, onClose, onMade }: NewTemplateDialogProps) {
  const projectId = useProjectId();
  const { data: domains } = useRead(listDomains, { params: { projectId } }, { enabled: isOpen });
  const verified = domains?.find(({ verified: is }) => is)?.domain;
  const initial = { name: '', subject: '', from: '', type: 'MARKETING' as Template['type'] };
  const form = useForm({
    endpoint: createTemplate,
    initial,
    input: (values: typeof initial) => ({
      body: { ...values, from: values.from || (verified ? `hello@${verified}` : ''), body: BODY },
    }),
    invalidates: [listTemplates],
    onDone: ({ id }) => {
      form.reset(initial);
      onMade(id);
    },
  });
  const type = form.field('type');
  const from = form.field('from');
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="New template" width="md">
      <Form form={form} isGuarded={false}>
        <TextField label="Name" help="For you and your colleagues" {...form.field('name')} />
        <TextField label="Subject" {...form.field('subject')} />
        <TextField
          label="From"
          {...from}
          placeholder={verified ? `hello@${verified}` : undefined}
          help={
            domains && !verified ? 'No domain of this project is verified yet: add one under Domains first.' : undefined
          }
        />
        <RadioCards
          label="Type"
          value={type.value}
          onChange={(value) => type.onChange(value as Template['type'])}
          cards={MAIL_TYPES}
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
