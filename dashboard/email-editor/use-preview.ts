import { previewTemplate, type TemplatePreview } from '../../contract/templates.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRead } from '../use-api.ts';

interface Draft {
  subject: string;
  body: string;
  type: 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';
}

/** The draft rendered by the server, once the typing rests. */
export function usePreview(draft: Draft, contactId: string | undefined): TemplatePreview | undefined {
  const { subject, body, type } = draft;
  const settled = useDebounced(JSON.stringify({ subject, body, type, contactId }));
  return useRead(previewTemplate, { body: JSON.parse(settled) }, { isKept: true }).data;
}
