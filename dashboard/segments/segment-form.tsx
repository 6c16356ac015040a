import type { Condition } from '../../contract/condition.ts';
import { getSegment, listSegmentContacts, listSegments, type Segment, updateSegment } from '../../contract/segments.ts';
import { ConditionBuilder } from '../condition-builder/condition-builder.tsx';
import { ConditionPreview } from '../condition-builder/condition-preview.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { TextField } from '../ui/input.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';

/** Name, condition and tracking of a segment, with whom it describes beside it. */
export function SegmentForm({ segment }: { segment: Segment }) {
  const isDynamic = segment.type === 'DYNAMIC';
  const initial = {
    name: segment.name,
    description: segment.description ?? '',
    condition: segment.condition as unknown as Condition | undefined,
    trackMembership: segment.trackMembership,
  };
  const form = useForm({
    endpoint: updateSegment,
    initial,
    input: ({ condition, description, ...values }: typeof initial) => ({
      params: { id: segment.id },
      body: { ...values, description: description || null, ...(isDynamic ? { condition } : {}) },
    }),
    invalidates: [getSegment, listSegments, listSegmentContacts],
    onDone: () => toast('Saved'),
  });
  const condition = form.field('condition');
  const tracked = form.field('trackMembership');
  return (
    <div className={`grid items-start gap-4 pt-4 ${isDynamic ? 'lg:grid-cols-[minmax(0,1fr)_300px]' : ''}`}>
      <Form form={form} className="flex min-w-0 flex-col gap-4">
        {isDynamic && <ConditionBuilder value={condition.value} onChange={condition.onChange} />}
        {condition.error && <p className="text-sm text-danger">{condition.error}</p>}
        <TextField label="Name" {...form.field('name')} />
        <TextField label="Description" {...form.field('description')} />
        {isDynamic && (
          <Switch
            label="Track who enters and leaves"
            help="Records an event for each, which workflows can start from. Looked at every five minutes."
            isOn={tracked.value}
            onChange={tracked.onChange}
          />
        )}
        <div>
          <SubmitButton form={form} busy="Saving…" needsChanges>
            Save
          </SubmitButton>
        </div>
      </Form>
      {isDynamic && <ConditionPreview condition={condition.value} />}
    </div>
  );
}
