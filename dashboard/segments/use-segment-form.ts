import type { Condition } from '../../contract/condition.ts';
import { getSegment, listSegmentContacts, listSegments, type Segment, updateSegment } from '../../contract/segments.ts';
import { type Form, useForm } from '../form/use-form.ts';
import { toast } from '../ui/toast.tsx';

interface Values extends Record<string, unknown> {
  name: string;
  description: string;
  condition: Condition | undefined;
  trackMembership: boolean;
}

export type SegmentFormState = Form<Values>;

/** What can be changed about a segment. */
export function useSegmentForm(segment: Segment): SegmentFormState {
  return useForm({
    endpoint: updateSegment,
    initial: {
      name: segment.name,
      description: segment.description ?? '',
      condition: segment.condition as unknown as Condition | undefined,
      trackMembership: segment.trackMembership,
    },
    input: ({ condition, description, name, trackMembership }: Values) => ({
      params: { id: segment.id },
      body: {
        name,
        trackMembership,
        description: description || null,
        ...(segment.type === 'DYNAMIC' ? { condition } : {}),
      },
    }),
    invalidates: [getSegment, listSegments, listSegmentContacts],
    onDone: () => toast('Saved'),
  });
}
