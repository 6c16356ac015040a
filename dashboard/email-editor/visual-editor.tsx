import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { withPlainLiquid } from './liquid-text.ts';
import './mail-canvas.css';
import { normalised } from './normalised-html.ts';
import { EXTENSIONS } from './visual-extensions.ts';
import { VisualToolbar } from './visual-toolbar.tsx';

interface VisualEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** The source holds what this editor would lose. */
  onUnfit: () => void;
}

/** Writing as in a word processor; the result is the same HTML. */
export function VisualEditor({ value, onChange, onUnfit }: VisualEditorProps) {
  const [isFit, setIsFit] = useState(false);
  const told = useRef({ onChange, onUnfit });
  told.current = { onChange, onUnfit };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': 'The mail',
        role: 'textbox',
        'aria-multiline': 'true',
        class:
          'mail-canvas mx-auto min-h-full max-w-[640px] bg-white p-6 text-[#18181b] outline-none [color-scheme:light]',
      },
    },
    onUpdate: ({ editor: changed }) => told.current.onChange(changed.isEmpty ? '' : withPlainLiquid(changed.getHTML())),
  });
  const atFirst = useRef(value);
  useEffect(() => {
    if (!editor || editor.isDestroyed) return;
    if (normalised(withPlainLiquid(editor.getHTML())) === normalised(atFirst.current)) setIsFit(true);
    else told.current.onUnfit();
  }, [editor]);
  useEffect(() => {
    // From outside: a template was chosen, or a save was undone.
    if (editor && isFit && !editor.isFocused && normalised(withPlainLiquid(editor.getHTML())) !== normalised(value)) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, isFit, value]);
  if (!editor || !isFit) return null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <VisualToolbar editor={editor} />
      <EditorContent editor={editor} className="min-h-0 flex-1 overflow-auto bg-sunken p-4 max-sm:p-2" />
    </div>
  );
}
