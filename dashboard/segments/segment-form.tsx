import type { Segment } from '../../contract/segments.ts';
import { ConditionBuilder } from '../condition-builder/condition-builder.tsx';
import { ConditionPreview } from '../condition-builder/condition-preview.tsx';
import { isComplete } from '../condition-builder/edit-condition.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/input.tsx';
import { Switch } from '../ui/switch.tsx';
import type { SegmentFormState } from './use-segment-form.ts';

/** Name, condition and tracking of a segment, with whom it describes beside it. */
export function SegmentForm({ segment, form }: { segment: Segment; form: SegmentFormState }) {
  const isDynamic = segment.type === 'DYNAMIC';
  const condition = form.field('condition');
  const tracked = form.field('trackMembership');
  return (
    <div className={`grid items-start gap-4 ${isDynamic ? 'lg:grid-cols-[minmax(0,1fr)_300px]' : 'max-w-[640px]'}`}>
      <Form form={form} isGuarded={false} className="flex min-w-0 flex-col gap-4">
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
          {isDynamic && !isComplete(condition.value) ? (
            <Button look="primary" disabled>
              Save
            </Button>
          ) : (
            <SubmitButton form={form} busy="Saving…" needsChanges>
              Save
            </SubmitButton>
          )}
        </div>
      </Form>
      {isDynamic && <ConditionPreview condition={condition.value} />}
    </div>
  );
}
