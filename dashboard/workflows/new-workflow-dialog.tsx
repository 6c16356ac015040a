import { createWorkflow, listWorkflows } from '../../contract/workflows.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { EventNameField } from './step-forms/event-name-field.tsx';

interface NewWorkflowDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (id: string) => void;
}

export function NewWorkflowDialog({ isOpen, onClose, onMade }: NewWorkflowDialogProps) {
  const initial = { name: '', eventName: '' };
  const form = useForm({
    endpoint: createWorkflow,
    initial,
    input: (body: typeof initial) => ({ body }),
    invalidates: [listWorkflows],
    onDone: ({ id }) => {
      form.reset(initial);
      onMade(id);
    },
  });
  const event = form.field('eventName');
  return (
    <FormDialog form={form} isOpen={isOpen} onClose={onClose} title="New workflow" action="Create" busy="Creating…">
      <TextField label="Name" placeholder="Welcome series" {...form.field('name')} />
      <EventNameField
        value={event.value}
        onChange={event.onChange}
        error={event.error}
        help="What starts it. By hand or on a schedule can be chosen later, at its trigger."
      />
    </FormDialog>
  );
}
