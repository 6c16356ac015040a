import { useMemo, useState } from 'react';
import type { TemplatePreview } from '../../contract/templates.ts';
import { ContactChoice } from '../contacts/contact-choice.tsx';
import { previewDocument } from '../inbox/preview-document.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switcher } from '../ui/switcher.tsx';
import { MailFrame } from './mail-frame.tsx';

interface PreviewPaneProps {
  preview: TemplatePreview | undefined;
  contactId: string | undefined;
  onContact: (contactId: string | undefined) => void;
}

const VIEWS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
  { value: 'source', label: 'Source' },
] as const;

type View = (typeof VIEWS)[number]['value'];

/** The draft as one contact would read it, rendered by the server. */
export function PreviewPane({ preview, contactId, onContact }: PreviewPaneProps) {
  const [view, setView] = useState<View>('desktop');
  return (
    <section aria-label="Preview" className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-paper px-3 py-1">
        <Switcher label="View" value={view} onChange={setView} options={VIEWS} />
        <ContactChoice
          label="Preview as"
          placeholder="as a contact…"
          nobody="Nobody in particular"
          className="h-7! w-[180px]! text-sm!"
          contactId={contactId}
          onChange={onContact}
        />
      </div>
      {!preview && <Skeleton className="m-4 flex-1" />}
      {preview && (
        <>
          <p className="shrink-0 truncate border-b border-line bg-paper px-4 py-2 text-sm">
            <span className="text-ink-faint">Subject</span>{' '}
            {preview.subject || <span className="text-ink-faint">none yet</span>}
          </p>
          <Shown preview={preview} view={view} />
        </>
      )}
    </section>
  );
}

function Shown({ preview, view }: { preview: TemplatePreview; view: View }) {
  const { document } = useMemo(() => previewDocument(preview.html, [], { withRemote: true }), [preview.html]);
  if (view === 'text' || view === 'source') {
    return (
      <section
        aria-label={view === 'text' ? 'Plain text' : 'Source'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-paper p-4"
      >
        <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {view === 'text' ? preview.text : preview.html}
        </pre>
      </section>
    );
  }
  return <MailFrame document={document} isPhone={view === 'phone'} />;
}
