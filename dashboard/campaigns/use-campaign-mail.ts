import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, getCampaign, listCampaigns, updateCampaign } from '../../contract/campaigns.ts';
import { call, queryOf } from '../api.ts';
import { checkDraft } from '../email-editor/check-draft.ts';
import { type Mail, mailOf } from '../email-editor/mail-settings.tsx';
import { type SaveState, useAutosave } from '../email-editor/use-autosave.ts';
import { invalidate } from '../use-api.ts';

export interface CampaignMail {
  mail: Mail;
  set: (changes: Partial<Mail>) => void;
  state: SaveState;
  isDirty: boolean;
}

/** The mail of a campaign as it is being written; it saves itself. */
export function useCampaignMail({ id, ...campaign }: Campaign, contactId: string | undefined): CampaignMail {
  const client = useQueryClient();
  const [mail, setMail] = useState(() => mailOf(campaign));
  const saved = useAutosave(mail, async (draft) => {
    const request = { params: { id }, body: draft };
    await checkDraft(draft, { client, schema: updateCampaign.request, request, contactId });
    const reply = await call(updateCampaign, request);
    client.setQueryData(queryOf(getCampaign, { params: { id } }).queryKey, reply);
    void invalidate(client, [listCampaigns]);
  });
  return { mail, set: (changes) => setMail((now) => ({ ...now, ...changes })), ...saved };
}
