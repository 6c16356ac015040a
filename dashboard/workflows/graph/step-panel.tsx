import { Merge, Trash2, Unlink } from 'lucide-react';
import type { ComponentType } from 'react';
import { updateStep } from '../../../contract/workflow-graph.ts';
import { type StepType, settingOf } from '../../../contract/workflow-steps.ts';
import { getWorkflow, type WorkflowDetail } from '../../../contract/workflows.ts';
import { Form, SubmitButton } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/input.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConditionForm } from '../step-forms/condition-form.tsx';
import { ExitForm } from '../step-forms/exit-form.tsx';
import { SendEmailForm } from '../step-forms/send-email-form.tsx';
import type { StepFormProps } from '../step-forms/step-form-props.ts';
import { DelayForm, WaitForEventForm } from '../step-forms/time-forms.tsx';
import { TriggerForm } from '../step-forms/trigger-form.tsx';
import { UpdateContactForm } from '../step-forms/update-contact-form.tsx';
import { WebhookForm } from '../step-forms/webhook-form.tsx';
import type { GraphStep } from '../step-truth.ts';
import { useSavedOnLeaving } from '../use-saved-on-leaving.ts';
import { useGraph } from './graph-context.ts';
import { LeadsTo } from './leads-to.tsx';
import { StepCounts } from './step-counts.tsx';
import { canSplice } from './use-graph-edits.ts';

interface StepPanelProps {
  workflow: WorkflowDetail;
  step: GraphStep;
}

/** What a step does, where it leads, and how many are there. */
export function StepPanel({ workflow, step }: StepPanelProps) {
  const problems = workflow.problems.filter(({ stepId }) => stepId === step.id);
  return (
    <>
      <StepCounts step={step} />
      {problems.map(({ code, severity, message }) => (
        <p
          key={`${code} ${message}`}
          className={`rounded-md border border-line px-3 py-2 text-sm [overflow-wrap:anywhere] ${severity === 'error' ? 'bg-danger-soft text-danger' : 'bg-brass-soft text-brass-ink'}`}
        >
          {message}
        </p>
      ))}
      {step.type === 'TRIGGER' ? <TriggerForm workflow={workflow} /> : <StepForm workflow={workflow} step={step} />}
      <LeadsTo workflow={workflow} step={step} />
      {step.type !== 'TRIGGER' && <DeleteStep step={step} />}
    </>
  );
}

const FORMS: Record<Exclude<StepType, 'TRIGGER'>, ComponentType<StepFormProps>> = {
  SEND_EMAIL: SendEmailForm,
  DELAY: DelayForm,
  WAIT_FOR_EVENT: WaitForEventForm,
  CONDITION: ConditionForm,
  WEBHOOK: WebhookForm,
  UPDATE_CONTACT: UpdateContactForm,
  EXIT: ExitForm,
};

function StepForm({ workflow, step }: StepPanelProps) {
  const initial = { name: step.name, config: step.config, templateId: step.templateId };
  const form = useForm({
    endpoint: updateStep,
    initial,
    input: (body: typeof initial) => ({ params: { id: workflow.id, stepId: step.id }, body }),
    invalidates: [getWorkflow],
    onDone: () => toast('Saved'),
  });
  useSavedOnLeaving(form);
  const Fields = FORMS[step.type as Exclude<StepType, 'TRIGGER'>];
  const config = form.field('config');
  const template = form.field('templateId');
  const { eventName } = workflow.triggerConfig ?? {};
  const setting = settingOf(step.type, config.value);
  return (
    <Form form={form} isGuarded={false}>
      <Fields
        config={config.value}
        onChange={config.onChange}
        templateId={template.value}
        onTemplate={template.onChange}
        eventName={typeof eventName === 'string' ? eventName : undefined}
      />
      <TextField label="Name" help="Stands in the story of each execution." {...form.field('name')} />
      {form.isDirty && 'problem' in setting && (
        <p className="text-sm text-ink-soft">Not complete yet: {setting.problem}.</p>
      )}
      <div className="flex gap-2">
        <SubmitButton form={form} busy="Saving…" needsChanges>
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}

function DeleteStep({ step }: { step: GraphStep }) {
  const { edits } = useGraph();
  const isBetween = canSplice(step) && step.outgoingTransitions.length > 0 && step.incomingTransitions.length > 0;
  return (
    <div className="flex justify-end border-t border-line pt-4">
      {isBetween ? (
        <Menu
          trigger={
            <Button look="dangerQuiet">
              <Trash2 className="size-4" aria-hidden="true" />
              Delete step
            </Button>
          }
        >
          <MenuItem icon={<Merge />} onSelect={() => edits.remove(step, { splice: true })}>
            Close the gap
          </MenuItem>
          <MenuItem icon={<Unlink />} onSelect={() => edits.remove(step, { splice: false })}>
            Leave the ends open
          </MenuItem>
        </Menu>
      ) : (
        <Button look="dangerQuiet" onClick={() => edits.remove(step, { splice: false })}>
          <Trash2 className="size-4" aria-hidden="true" />
          Delete step
        </Button>
      )}
    </div>
  );
}
