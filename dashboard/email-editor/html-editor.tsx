import { html } from '@codemirror/lang-html';
import { liquid } from '@codemirror/lang-liquid';
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import type { TemplatePreview } from '../../contract/templates.ts';

interface HtmlEditorProps {
  value: string;
  onChange: (value: string) => void;
  problems: TemplatePreview['problems'];
}

const LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  // The caret shows the focus, as in any text.
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--brass-soft) !important' },
});

/** The usual colours, made lighter where the paper is dark. */
const COLOURS = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...rest }) => ({
    ...rest,
    ...(color
      ? { color: `light-dark(color-mix(in srgb, ${color} 85%, black), color-mix(in srgb, ${color} 45%, white))` }
      : {}),
  })),
);

/** HTML with Liquid, coloured; what the server finds wrong is underlined at its place. */
export function HtmlEditor({ value, onChange, problems }: HtmlEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef(onChange);
  told.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later values come through the effect below
  useEffect(() => {
    if (!box.current) return;
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          basicSetup,
          liquid({ base: html() }),
          LOOK,
          syntaxHighlighting(COLOURS),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'HTML of the mail' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.map((each) => diagnosticOf(editor.state, each)),
        ),
      );
  }, [problems]);
  return <div ref={box} className="min-h-0 flex-1 overflow-auto" />;
}

function diagnosticOf(
  { doc }: EditorState,
  { line, column, message }: HtmlEditorProps['problems'][number],
): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
  return { from, to: Math.min(from + 1, doc.length), severity: 'error', message };
}
