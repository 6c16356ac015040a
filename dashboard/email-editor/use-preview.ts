import { previewTemplate, type TemplatePreview } from '../../contract/templates.ts';
import { queryOf } from '../api.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRead } from '../use-api.ts';

export interface MailDraft {
  subject: string;
  body: string;
  type: 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';
}

const inputOf = ({ subject, body, type }: MailDraft, contactId: string | undefined) => ({
  body: { subject, body, type, contactId },
});

export const previewQuery = (draft: MailDraft, contactId: string | undefined) =>
  queryOf(previewTemplate, inputOf(draft, contactId));

/** The draft rendered by the server, once the typing rests. */
export function usePreview(draft: MailDraft, contactId: string | undefined): TemplatePreview | undefined {
  const settled = useDebounced(JSON.stringify(inputOf(draft, contactId)));
  return useRead(previewTemplate, JSON.parse(settled), { isKept: true }).data;
}
