import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getTemplate, listTemplates, type Template, updateTemplate } from '../../contract/templates.ts';
import { call, queryOf } from '../api.ts';
import { checkDraft } from '../email-editor/check-draft.ts';
import { type Mail, mailOf } from '../email-editor/mail-settings.tsx';
import { type SaveState, useAutosave } from '../email-editor/use-autosave.ts';
import { invalidate } from '../use-api.ts';

interface TemplateDraft {
  mail: Mail;
  set: (changes: Partial<Mail>) => void;
  state: SaveState;
  isDirty: boolean;
}

/** The template as it is being written; it saves itself. */
export function useTemplateDraft({ id, ...template }: Template, contactId: string | undefined): TemplateDraft {
  const client = useQueryClient();
  const [mail, setMail] = useState(() => mailOf(template));
  const saved = useAutosave(mail, async (draft) => {
    const request = { params: { id }, body: draft };
    await checkDraft(draft, { client, schema: updateTemplate.request, request, contactId });
    const reply = await call(updateTemplate, request);
    client.setQueryData(queryOf(getTemplate, { params: { id } }).queryKey, reply);
    void invalidate(client, [listTemplates]);
  });
  return { mail, set: (changes) => setMail((now) => ({ ...now, ...changes })), ...saved };
}
