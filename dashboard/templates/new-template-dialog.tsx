import { createTemplate, listTemplates, type Template } from '../../contract/templates.ts';
import { FIRST_BODY } from '../email-editor/first-body.ts';
import { MAIL_TYPES } from '../email-editor/mail-types.ts';
import { SenderField, useUsualSender } from '../email-editor/sender-field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';

interface NewTemplateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (id: string) => void;
}

export function NewTemplateDialog({ isOpen, onClose, onMade }: NewTemplateDialogProps) {
  const sender = useUsualSender(isOpen);
  const initial = { name: '', subject: '', from: '', type: 'MARKETING' as Template['type'] };
  const form = useForm({
    endpoint: createTemplate,
    initial,
    input: (values: typeof initial) => ({
      body: { ...values, from: values.from || sender.usual || '', body: FIRST_BODY },
    }),
    invalidates: [listTemplates],
    onDone: ({ id }) => {
      form.reset(initial);
      onMade(id);
    },
  });
  const type = form.field('type');
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="New template"
      width="md"
      action="Create"
      busy="Creating…"
    >
      <TextField label="Name" help="For you and your colleagues" {...form.field('name')} />
      <TextField label="Subject" {...form.field('subject')} />
      <SenderField sender={sender} {...form.field('from')} />
      <RadioCards
        label="Type"
        value={type.value}
        onChange={(value) => type.onChange(value as Template['type'])}
        cards={MAIL_TYPES}
      />
    </FormDialog>
  );
}
