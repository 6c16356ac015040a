import { useState } from 'react';
import { previewAudience } from '../../contract/campaign-tools.ts';
import { type Campaign, getCampaign, updateCampaign } from '../../contract/campaigns.ts';
import type { Condition } from '../../contract/condition.ts';
import { listSegments } from '../../contract/segments.ts';
import { ConditionBuilder } from '../condition-builder/condition-builder.tsx';
import { ConditionPreview } from '../condition-builder/condition-preview.tsx';
import { FormError } from '../form/form.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { counted } from '../ui/format.ts';
import { RadioCards } from '../ui/radio-cards.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { AudienceCounts } from './audience-counts.tsx';

interface Audience {
  audienceType: Campaign['audienceType'];
  segmentId: string | null;
  audienceCondition: Condition | null;
}

const audienceOf = ({ audienceType, segmentId, audienceCondition }: Campaign): Audience => ({
  audienceType,
  segmentId,
  audienceCondition: audienceCondition as Condition | null,
});

/** Who gets it: everyone, a segment, or whoever matches a condition; with the exact numbers once saved. */
export function CampaignAudience({ campaign }: { campaign: Campaign }) {
  const [audience, setAudience] = useState(() => audienceOf(campaign));
  const [saved, setSaved] = useState(() => JSON.stringify(audienceOf(campaign)));
  const { change } = useUrl();
  const { data: segments } = useRead(listSegments, {});
  const isDirty = JSON.stringify(audience) !== saved;
  const save = useCall(updateCampaign, {
    invalidates: [getCampaign, previewAudience],
    isErrorTold: false,
    onDone: () => {
      setSaved(JSON.stringify(audience));
      toast('Saved');
    },
  });
  const set = (changes: Partial<Audience>) => setAudience((now) => ({ ...now, ...changes }));
  const { audienceType, segmentId, audienceCondition } = audience;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <UnsavedGuard isDirty={isDirty} />
      <div className="mx-auto grid max-w-[1000px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="flex min-w-0 flex-col gap-4">
          <RadioCards
            label="Who gets it"
            value={audienceType}
            onChange={(value) => set({ audienceType: value as Campaign['audienceType'] })}
            cards={[
              { value: 'ALL', label: 'Everyone', help: 'Every contact of the project' },
              { value: 'SEGMENT', label: 'A segment', help: 'The members at the time of sending' },
              { value: 'FILTERED', label: 'A condition', help: 'Whoever matches at the time of sending' },
            ]}
          />
          {audienceType === 'SEGMENT' && (
            <Field label="Segment">
              <Combobox
                label="Segment"
                className="w-full"
                value={segmentId ?? undefined}
                onChange={(id) => set({ segmentId: id })}
                options={(segments ?? []).map(({ id, name, memberCount }) => ({
                  value: id,
                  label: name,
                  note: counted(memberCount, 'member'),
                }))}
                nothing="No segment has that name"
              />
            </Field>
          )}
          {audienceType === 'FILTERED' && (
            <ConditionBuilder
              value={audienceCondition ?? undefined}
              onChange={(condition) => set({ audienceCondition: condition })}
            />
          )}
          {save.error && <FormError error={save.error} />}
          <div className="flex gap-2">
            <Button
              look="primary"
              disabled={!isDirty || save.isPending}
              onClick={() => save.mutate({ params: { id: campaign.id }, body: audience })}
            >
              {save.isPending ? 'Saving…' : isDirty ? 'Save' : 'Saved'}
            </Button>
            <Button disabled={isDirty} onClick={() => change({ tab: 'review' }, { isStep: true })}>
              Next: review
            </Button>
          </div>
        </div>
        {isDirty && audienceType === 'FILTERED' ? (
          <ConditionPreview condition={audienceCondition ?? undefined} />
        ) : (
          <AudienceCounts campaign={campaign} isStale={isDirty} />
        )}
      </div>
    </div>
  );
}
