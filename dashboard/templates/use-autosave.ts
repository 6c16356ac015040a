import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getTemplate, listTemplates, type Template, updateTemplate } from '../../contract/templates.ts';
import { type ApiError, call, queryOf } from '../api.ts';
import { invalidate } from '../use-api.ts';

export type Draft = Pick<Template, 'name' | 'subject' | 'body' | 'from' | 'fromName' | 'replyTo' | 'type'>;

export type SaveState = { is: 'saved' | 'waiting' | 'saving' } | { is: 'refused'; error: ApiError };

const REST_MS = 800;

/** Saves once the typing rests; what the server refuses stays in the editor with the reason. */
export function useAutosave(template: Template, draft: Draft): { state: SaveState; isDirty: boolean } {
  const client = useQueryClient();
  const saved = useRef(JSON.stringify(draftOf(template)));
  const [state, setState] = useState<SaveState>({ is: 'saved' });
  const text = JSON.stringify(draft);
  const isDirty = text !== saved.current;
  useEffect(() => {
    if (text === saved.current) return;
    setState({ is: 'waiting' });
    const timer = setTimeout(async () => {
      setState({ is: 'saving' });
      try {
        const reply = await call(updateTemplate, { params: { id: template.id }, body: JSON.parse(text) });
        saved.current = text;
        client.setQueryData(queryOf(getTemplate, { params: { id: template.id } }).queryKey, reply);
        void invalidate(client, [listTemplates]);
        setState({ is: 'saved' });
      } catch (error) {
        setState({ is: 'refused', error: error as ApiError });
      }
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, template.id, client]);
  return { state, isDirty };
}

export const draftOf = ({ name, subject, body, from, fromName, replyTo, type }: Template): Draft => ({
  name,
  subject,
  body,
  from,
  fromName,
  replyTo,
  type,
});
