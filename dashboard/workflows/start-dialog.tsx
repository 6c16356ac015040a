import { listExecutions, startExecution } from '../../contract/workflow-executions.ts';
import { getWorkflow, type Workflow } from '../../contract/workflows.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { toast } from '../ui/toast.tsx';
import { useUrl } from '../use-url.ts';
import { ContactPicker } from './contact-picker.tsx';
import { JsonField } from './json-field.tsx';

/** Sends one contact through the workflow, whatever its trigger is. */
export function StartDialog({ workflow: { id, name, enabled }, onClose }: { workflow: Workflow; onClose: () => void }) {
  const { change } = useUrl();
  const initial: { contactId: string; context: Record<string, unknown> | null } = { contactId: '', context: null };
  const form = useForm({
    endpoint: startExecution,
    initial,
    input: (body: typeof initial) => ({ params: { id }, body }),
    invalidates: [listExecutions, getWorkflow],
    onDone: (execution) => {
      toast('Started');
      onClose();
      change({ tab: 'executions', execution: execution.id });
    },
  });
  const contact = form.field('contactId');
  const context = form.field('context');
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Start for a contact"
      note={enabled ? undefined : `${name} is disabled: enable it first.`}
      action="Start"
      busy="Starting…"
    >
      <ContactPicker {...contact} />
      <JsonField
        label="Context"
        help="Its fields are variables of the mails and conditions, as those of an event would be."
        isObject
        value={context.value}
        onChange={(value) => context.onChange((value ?? null) as typeof context.value)}
      />
    </FormDialog>
  );
}
