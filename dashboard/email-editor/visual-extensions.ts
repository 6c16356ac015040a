import { mergeAttributes, Node } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import TextAlign from '@tiptap/extension-text-align';
import StarterKit from '@tiptap/starter-kit';
import { MailColumn, MailColumns } from './mail-columns.ts';
import { VariableChips } from './variable-chips.ts';

const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none;font-weight:600';

/** A link that looks like a button in every mail client: the style is in the mark-up. */
const MailButton = Node.create({
  name: 'mailButton',
  group: 'block',
  content: 'text*',
  marks: '',
  // After the paragraph, which is what a new line becomes; but asked before it what a <p> is.
  priority: 10,
  addAttributes: () => ({
    href: {
      default: 'https://',
      parseHTML: (element: HTMLElement) => element.querySelector('a')?.getAttribute('href'),
    },
  }),
  parseHTML: () => [{ tag: 'p[data-button]', contentElement: 'a', priority: 100 }],
  renderHTML({ HTMLAttributes: { href, ...rest } }) {
    return ['p', mergeAttributes({ 'data-button': '' }, rest), ['a', { href, style: BUTTON_STYLE }, 0]];
  },
});

export const EXTENSIONS = [
  StarterKit.configure({
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
    codeBlock: false,
    // It would write an empty line into the mail.
    trailingNode: false,
  }),
  Image.configure({ inline: false }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  MailButton,
  MailColumns,
  MailColumn,
  VariableChips,
];
