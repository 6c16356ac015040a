import { type Editor, useEditorState } from '@tiptap/react';
import {
  AlignCenter,
  AlignLeft,
  Bold,
  Heading1,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  RectangleHorizontal,
  Redo2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { toastError } from '../ui/toast.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { chooseImage, uploadImage } from './upload-image.ts';
import { UrlDialog } from './url-dialog.tsx';
import { VariablePicker } from './variable-picker.tsx';

interface Tool {
  label: string;
  icon: LucideIcon;
  isOn?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  { label: 'Undo', icon: Undo2, run: (editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', icon: Redo2, run: (editor) => editor.chain().focus().redo().run() },
  heading(1, Heading1),
  heading(2, Heading2),
  {
    label: 'Bold',
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'List',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  align('left', AlignLeft),
  align('center', AlignCenter),
  { label: 'Divider', icon: Minus, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
];

function heading(level: 1 | 2, icon: LucideIcon): Tool {
  return {
    label: `Heading ${level}`,
    icon,
    isOn: (editor) => editor.isActive('heading', { level }),
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  };
}

function align(side: 'left' | 'center', icon: LucideIcon): Tool {
  return {
    label: `Align ${side}`,
    icon,
    isOn: (editor) => editor.isActive({ textAlign: side }),
    run: (editor) => editor.chain().focus().setTextAlign(side).run(),
  };
}

export function VisualToolbar({ editor }: { editor: Editor }) {
  const [asked, setAsked] = useState<'link' | 'button'>();
  // Asks the editor again after every change, so that the pressed tools are those of the cursor.
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.map((tool) => tool.isOn?.(now) ?? false),
  });
  const addImage = async () => {
    const file = await chooseImage();
    if (!file) return;
    try {
      const { url } = await uploadImage(file);
      editor.chain().focus().setImage({ src: url, alt: '' }).run();
    } catch (error) {
      toastError(error as Error);
    }
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex shrink-0 flex-wrap items-center border-b border-line px-1 py-1"
    >
      {TOOLS.map(({ label, icon: Icon, run }, i) => (
        <IconButton
          key={label}
          label={label}
          aria-pressed={active[i] ?? false}
          // The text keeps the focus: who goes on typing types into the mail.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
          className={TOOL}
        >
          <Icon className="size-4" aria-hidden="true" />
        </IconButton>
      ))}
      <IconButton label="Link" onClick={() => setAsked('link')} className={TOOL}>
        <Link2 className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Button" onClick={() => setAsked('button')} className={TOOL}>
        <RectangleHorizontal className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Image" onClick={() => void addImage()} className={TOOL}>
        <ImagePlus className="size-4" aria-hidden="true" />
      </IconButton>
      <ColumnsMenu editor={editor} className={TOOL} />
      <VariablePicker onPick={(text) => editor.chain().focus().insertContent(text).run()} />
      {asked && (
        <UrlDialog
          title={asked === 'link' ? 'Link' : 'Button'}
          withText={asked === 'button'}
          initial={editor.getAttributes('link').href ?? ''}
          onClose={() => setAsked(undefined)}
          onDone={(url, text) => {
            setAsked(undefined);
            if (asked === 'link') setLink(editor, url);
            else
              editor
                .chain()
                .focus()
                .insertContent({ type: 'mailButton', attrs: { href: url }, content: [{ type: 'text', text }] })
                .run();
          }}
        />
      )}
    </div>
  );
}

const TOOL = 'size-7! aria-pressed:bg-hover aria-pressed:text-ink';

function setLink(editor: Editor, url: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (url === '') chain.unsetLink().run();
  else if (editor.state.selection.empty)
    chain.insertContent(`<a href="${url.replaceAll('"', '&quot;')}">${url}</a>`).run();
  else chain.setLink({ href: url }).run();
}
