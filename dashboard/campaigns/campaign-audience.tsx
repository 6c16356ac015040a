import type { Campaign } from '../../contract/campaigns.ts';
import { listSegments } from '../../contract/segments.ts';
import { ConditionBuilder } from '../condition-builder/condition-builder.tsx';
import { ConditionPreview } from '../condition-builder/condition-preview.tsx';
import { FormError } from '../form/form.tsx';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { counted } from '../ui/format.ts';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { AudienceCounts } from './audience-counts.tsx';
import { type AudienceForm, isWhole } from './use-audience.ts';

/** Who gets it: everyone, a segment, or whoever matches a condition; with the exact numbers once saved. */
export function CampaignAudience({ campaign, form }: { campaign: Campaign; form: AudienceForm }) {
  const { audience, set, isDirty, isSaving, error, save } = form;
  const { change } = useUrl();
  const condition = audience.audienceCondition ?? undefined;
  return (
    <div className="p-4 md:p-6">
      <div className="mx-auto grid max-w-[1100px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4">
          <RadioCards
            label="Who gets it"
            value={audience.audienceType}
            onChange={(audienceType) => set({ audienceType })}
            columns={3}
            cards={[
              { value: 'ALL', label: 'Everyone', help: 'Every contact of the project' },
              { value: 'SEGMENT', label: 'A segment', help: 'Its members at the time of sending' },
              { value: 'FILTERED', label: 'A condition', help: 'Whoever matches at the time of sending' },
            ]}
          />
          {audience.audienceType === 'SEGMENT' && (
            <SegmentPicker value={audience.segmentId} onChange={(segmentId) => set({ segmentId })} />
          )}
          {audience.audienceType === 'FILTERED' && (
            <ConditionBuilder value={condition} onChange={(audienceCondition) => set({ audienceCondition })} />
          )}
          {error && <FormError error={error} />}
          <div className="flex gap-2">
            <Button look="primary" disabled={!isDirty || isSaving || !isWhole(audience)} onClick={save}>
              {isSaving ? 'Saving…' : 'Save'}
            </Button>
            <Button disabled={isDirty} onClick={() => change({ tab: 'review' }, { isStep: true })}>
              Next: review
            </Button>
          </div>
        </div>
        {isDirty && audience.audienceType === 'FILTERED' ? (
          <ConditionPreview condition={condition} />
        ) : (
          <AudienceCounts campaign={campaign} isStale={isDirty} />
        )}
      </div>
    </div>
  );
}

function SegmentPicker({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const { data: segments } = useRead(listSegments, {});
  return (
    <Field label="Segment">
      <Combobox
        label="Segment"
        className="w-full"
        value={value ?? undefined}
        onChange={onChange}
        options={(segments ?? []).map(({ id, name, memberCount }) => ({
          value: id,
          label: name,
          note: counted(memberCount, 'member'),
        }))}
        nothing="No segment has that name"
      />
    </Field>
  );
}
