import { createWorkflow, listWorkflows } from '../../contract/workflows.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
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
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="New workflow">
      <Form form={form} isGuarded={false}>
        <TextField label="Name" placeholder="Welcome series" {...form.field('name')} />
        <EventNameField
          value={event.value}
          onChange={event.onChange}
          error={event.error}
          help="What starts it. By hand or on a schedule can be chosen later, at its trigger."
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
