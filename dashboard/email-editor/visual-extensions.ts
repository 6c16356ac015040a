import { mergeAttributes, Node } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import TextAlign from '@tiptap/extension-text-align';
import StarterKit from '@tiptap/starter-kit';
import { VariableChips } from './variable-chips.ts';

export const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none;font-weight:600';

/** A link that looks like a button in every mail client: the style is in the mark-up. */
const MailButton = Node.create({
  name: 'mailButton',
  group: 'block',
  content: 'text*',
  marks: '',
  priority: 1100,
  addAttributes: () => ({
    href: {
      default: 'https://',
      parseHTML: (element: HTMLElement) => element.querySelector('a')?.getAttribute('href'),
    },
  }),
  parseHTML: () => [{ tag: 'p[data-button]', contentElement: 'a' }],
  renderHTML({ HTMLAttributes: { href, ...rest } }) {
    return ['p', mergeAttributes({ 'data-button': '' }, rest), ['a', { href, style: BUTTON_STYLE }, 0]];
  },
});

export const EXTENSIONS = [
  StarterKit.configure({
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
    codeBlock: false,
  }),
  Image.configure({ inline: false }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  MailButton,
  VariableChips,
];
