import { createProject } from '../../contract/projects.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/input.tsx';
import { useKnownProject } from './signed-in.ts';

interface NewProjectDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onCreated: (id: string) => void;
}

export function NewProjectDialog({ isOpen, onOpenChange, onCreated }: NewProjectDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="New project"
      note="A project has its own keys, contacts, domains and members."
    >
      <NewProjectForm
        onCreated={(id) => {
          onOpenChange(false);
          onCreated(id);
        }}
        cancel={<Button onClick={() => onOpenChange(false)}>Cancel</Button>}
      />
    </Dialog>
  );
}

interface NewProjectFormProps {
  onCreated: (id: string) => void;
  cancel?: React.ReactNode;
}

export function NewProjectForm({ onCreated, cancel }: NewProjectFormProps) {
  const know = useKnownProject();
  const form = useForm({
    endpoint: createProject,
    initial: { name: '' },
    input: (body) => ({ body }),
    onDone: (project) => {
      know(project);
      onCreated(project.id);
    },
  });
  return (
    <Form form={form} isGuarded={false}>
      <TextField label="Name" placeholder="Acme" autoFocus autoComplete="off" {...form.field('name')} />
      <DialogButtons>
        {cancel}
        <SubmitButton form={form} busy="Creating…">
          Create project
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}
