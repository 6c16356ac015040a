import { lazy, Suspense, useState } from 'react';
import type { TemplatePreview } from '../../contract/templates.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switcher } from '../ui/switcher.tsx';
import { ProblemList } from './problem-list.tsx';

const HtmlEditor = lazy(async () => ({ default: (await import('./html-editor.tsx')).HtmlEditor }));
const VisualEditor = lazy(async () => ({ default: (await import('./visual-editor.tsx')).VisualEditor }));

interface EmailEditorProps {
  body: string;
  onChange: (body: string) => void;
  /** What the server says about the draft, shown at the line. */
  problems: TemplatePreview['problems'];
}

type Mode = 'visual' | 'html';

const MODES = [
  { value: 'visual', label: 'Visual' },
  { value: 'html', label: 'HTML' },
] as const;

/** The body of a mail, written as in a word processor or as HTML: two ways to edit the same source. */
export function EmailEditor({ body, onChange, problems }: EmailEditorProps) {
  const [mode, setMode] = useState<Mode>('visual');
  const [isTooRich, setIsTooRich] = useState(false);
  // The visual editor would rewrite what it does not know; such a source stays in the hands of its author.
  const onUnfit = () => {
    setIsTooRich(true);
    setMode('html');
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
        <Switcher
          label="Way to edit"
          value={mode}
          onChange={(chosen) => {
            setIsTooRich(false);
            setMode(chosen);
          }}
          options={MODES}
        />
        {isTooRich && (
          <p role="status" className="text-xs text-ink-soft">
            The visual editor would change this HTML.
          </p>
        )}
      </div>
      <Suspense fallback={<Skeleton className="m-4 flex-1" />}>
        {mode === 'html' ? (
          <HtmlEditor value={body} onChange={onChange} problems={problems.filter(({ field }) => field === 'body')} />
        ) : (
          <VisualEditor value={body} onChange={onChange} onUnfit={onUnfit} />
        )}
      </Suspense>
      <ProblemList problems={problems} />
    </div>
  );
}
