import { useMemo, useState } from 'react';
import { listContacts } from '../../contract/contacts.ts';
import type { TemplatePreview } from '../../contract/templates.ts';
import { previewDocument } from '../inbox/preview-document.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switcher } from '../ui/switcher.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRead } from '../use-api.ts';

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
        <ContactPicker contactId={contactId} onContact={onContact} />
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
  return (
    <div className="flex min-h-0 flex-1 justify-center overflow-x-auto p-4 max-sm:p-0">
      <iframe
        title="Preview of the mail"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={document}
        className={`h-full rounded-md border border-line bg-white [color-scheme:light] ${view === 'phone' ? 'w-[375px] shrink-0' : 'w-full'}`}
      />
    </div>
  );
}

function ContactPicker({ contactId, onContact }: Pick<PreviewPaneProps, 'contactId' | 'onContact'>) {
  const [text, setText] = useState('');
  const search = useDebounced(text);
  const { data, isFetching } = useRead(
    listContacts,
    { query: { search: search || undefined, limit: '10' } },
    { isKept: true },
  );
  const [label, setLabel] = useState<string>();
  return (
    <Combobox
      label="Preview as"
      className="h-7! w-[180px]! text-sm!"
      value={contactId}
      valueLabel={label}
      placeholder="as a contact…"
      onSearch={setText}
      isLoading={isFetching}
      nothing="No contact has that address"
      onChange={(id, option) => {
        setLabel(option?.label);
        onContact(id);
      }}
      options={(data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
    />
  );
}
