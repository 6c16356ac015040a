import { listSegments } from '../../../contract/segments.ts';
import {
  getWorkflow,
  listWorkflows,
  TRIGGER_TYPES,
  updateWorkflow,
  type Workflow,
} from '../../../contract/workflows.ts';
import { Form, SubmitButton } from '../../form/form.tsx';
import { type Form as FormState, useForm } from '../../form/use-form.ts';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { useRead } from '../../use-api.ts';
import { momentOf } from '../moment.ts';
import { useSavedOnLeaving } from '../use-saved-on-leaving.ts';
import { EventNameField } from './event-name-field.tsx';
import { textIn } from './step-form-props.ts';

type TriggerValues = {
  triggerType: Workflow['triggerType'];
  eventName: string;
  schedule: string;
  timezone: string;
  segmentId: string;
  allowReentry: boolean;
};

const HELP = {
  EVENT: ['An event', 'For the contact that it happens to'],
  MANUAL: ['By hand', 'From here or by API, for one contact'],
  SCHEDULE: ['A schedule', 'At set times, for all contacts or a segment'],
} as const;

/** What starts a workflow, and whether it may start again for the same contact. */
export function TriggerForm({ workflow }: { workflow: Workflow }) {
  const config = workflow.triggerConfig ?? {};
  const initial: TriggerValues = {
    triggerType: workflow.triggerType,
    eventName: textIn(config, 'eventName'),
    schedule: textIn(config, 'schedule') || '0 9 * * 1',
    timezone: textIn(config, 'timezone') || Intl.DateTimeFormat().resolvedOptions().timeZone,
    segmentId: textIn(config, 'segmentId'),
    allowReentry: workflow.allowReentry,
  };
  const form = useForm({
    endpoint: updateWorkflow,
    initial,
    input: (values: TriggerValues) => ({
      params: { id: workflow.id },
      body: {
        triggerType: values.triggerType,
        triggerConfig: configOf(values),
        allowReentry: values.allowReentry,
      },
    }),
    invalidates: [getWorkflow, listWorkflows],
    onDone: () => toast('Saved'),
  });
  useSavedOnLeaving(form);
  const type = form.field('triggerType');
  const reentry = form.field('allowReentry');
  const event = form.field('eventName');
  return (
    <Form form={form} isGuarded={false}>
      <RadioCards
        label="Starts by"
        value={type.value}
        onChange={type.onChange}
        cards={TRIGGER_TYPES.map((value) => ({ value, label: HELP[value][0], help: HELP[value][1] }))}
      />
      {type.value === 'EVENT' && <EventNameField value={event.value} onChange={event.onChange} error={event.error} />}
      {type.value === 'SCHEDULE' && <ScheduleFields form={form} nextRunAt={workflow.nextRunAt} />}
      <Switch
        label="Again for the same contact"
        help="Otherwise everybody goes through it once."
        isOn={reentry.value}
        onChange={reentry.onChange}
      />
      <div>
        <SubmitButton form={form} busy="Saving…" needsChanges>
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}

function configOf({ triggerType, eventName, schedule, timezone, segmentId }: TriggerValues) {
  if (triggerType === 'MANUAL') return null;
  return triggerType === 'EVENT' ? { eventName } : { schedule, timezone, ...(segmentId ? { segmentId } : {}) };
}

interface ScheduleFieldsProps {
  form: FormState<TriggerValues>;
  nextRunAt: string | null;
}

function ScheduleFields({ form, nextRunAt }: ScheduleFieldsProps) {
  const { data: segments } = useRead(listSegments, {});
  const segment = form.field('segmentId');
  return (
    <>
      <TextField
        label="Cron"
        help="Minute, hour, day, month, weekday: 0 9 * * 1 is Mondays at nine."
        className="font-mono"
        {...form.field('schedule')}
      />
      <TextField label="Time zone" {...form.field('timezone')} />
      <Field label="For">
        <Select
          className="w-full"
          value={segment.value}
          onChange={segment.onChange}
          options={[
            { value: '', label: 'All contacts' },
            ...(segments ?? []).map(({ id, name }) => ({ value: id, label: `Segment: ${name}` })),
          ]}
        />
      </Field>
      {nextRunAt && <p className="text-sm text-ink-soft">Next run: {momentOf(nextRunAt)}</p>}
    </>
  );
}
