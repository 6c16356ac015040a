import { getWorkflow, listWorkflows, updateWorkflow, type Workflow } from '../../contract/workflows.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Field } from '../ui/field.tsx';
import { Textarea, TextField } from '../ui/input.tsx';
import { KeyValues } from '../ui/key-values.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';

export function WorkflowSettings({ workflow }: { workflow: Workflow }) {
  const initial = { name: workflow.name, description: workflow.description ?? '' };
  const form = useForm({
    endpoint: updateWorkflow,
    initial,
    input: ({ name, description }: typeof initial) => ({
      params: { id: workflow.id },
      body: { name, description: description || null },
    }),
    invalidates: [getWorkflow, listWorkflows],
    onDone: () => toast('Saved'),
  });
  const description = form.field('description');
  return (
    <div className="flex w-full max-w-[600px] flex-col gap-6 p-4 md:p-6">
      <Form form={form}>
        <TextField label="Name" {...form.field('name')} />
        <Field label="Description" error={description.error}>
          <Textarea rows={3} value={description.value} onChange={description.onChange} />
        </Field>
        <div>
          <SubmitButton form={form} busy="Saving…" needsChanges>
            Save
          </SubmitButton>
        </div>
      </Form>
      <KeyValues
        label="About the workflow"
        items={[
          { name: 'Id', value: <code className="font-mono text-xs">{workflow.id}</code>, copy: workflow.id },
          { name: 'Created', value: <Time iso={workflow.createdAt} /> },
          { name: 'Changed', value: <Time iso={workflow.updatedAt} /> },
        ]}
      />
    </div>
  );
}
