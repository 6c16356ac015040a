import { useState } from 'react';
import { previewAudience } from '../../contract/campaign-tools.ts';
import { type Campaign, getCampaign, updateCampaign } from '../../contract/campaigns.ts';
import type { Condition } from '../../contract/condition.ts';
import type { ApiError } from '../api.ts';
import { isComplete } from '../condition-builder/edit-condition.ts';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';

interface Audience {
  audienceType: Campaign['audienceType'];
  segmentId: string | null;
  audienceCondition: Condition | null;
}

export interface AudienceForm {
  audience: Audience;
  set: (changes: Partial<Audience>) => void;
  isDirty: boolean;
  isSaving: boolean;
  error: ApiError | null;
  save: () => void;
}

const audienceOf = ({ audienceType, segmentId, audienceCondition }: Campaign): Audience => ({
  audienceType,
  segmentId,
  audienceCondition: audienceCondition as Condition | null,
});

/** Whether it says whom it means. */
export const isWhole = ({ audienceType, segmentId, audienceCondition }: Audience): boolean =>
  audienceType === 'ALL' ||
  (audienceType === 'SEGMENT' ? Boolean(segmentId) : isComplete(audienceCondition ?? undefined));

/** The audience as it is being chosen, beside the one that is saved. */
export function useAudience(campaign: Campaign): AudienceForm {
  const [audience, setAudience] = useState(() => audienceOf(campaign));
  const [saved, setSaved] = useState(() => JSON.stringify(audienceOf(campaign)));
  const save = useCall(updateCampaign, {
    invalidates: [getCampaign, previewAudience],
    isErrorTold: false,
    onDone: () => {
      setSaved(JSON.stringify(audience));
      toast('Saved');
    },
  });
  return {
    audience,
    set: (changes) => setAudience((now) => ({ ...now, ...changes })),
    isDirty: JSON.stringify(audience) !== saved,
    isSaving: save.isPending,
    error: save.error,
    save: () => save.mutate({ params: { id: campaign.id }, body: audience }),
  };
}
