import { type Editor, Node } from '@tiptap/core';

/**
 * Columns for every mail client, without a style sheet. To Outlook this is a plain table: it knows the width of a cell
 * and no inline blocks. Everywhere else the cells are inline blocks whose width turns from a share of the row into the
 * whole of it below BREAK: the product is huge where the row is narrower, and negative where it is wider, so that
 * max-width or min-width decides.
 */
const BREAK = '480px';
const TABLE_STYLE = 'width:100%;table-layout:fixed;border-spacing:0';
const GAP_STYLE = 'padding:0 8px';

const columnStyle = (share: number): string =>
  `display:inline-block;vertical-align:top;width:calc((${BREAK} - 100%) * ${BREAK.replace('px', '')});min-width:${share}%;max-width:100%;padding:0`;

const share = (count: number): number => Math.floor(10_000 / count) / 100;

export const MailColumns = Node.create({
  name: 'mailColumns',
  group: 'block',
  content: 'mailColumn{2,3}',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'table[data-columns]', contentElement: 'tr', priority: 100 }],
  renderHTML: () => [
    'table',
    { 'data-columns': '', role: 'presentation', width: '100%', cellpadding: '0', cellspacing: '0', style: TABLE_STYLE },
    ['tbody', ['tr', 0]],
  ],
});

export const MailColumn = Node.create({
  name: 'mailColumn',
  // No columns in columns: what is left of a phone's width is too little.
  content: '(paragraph | heading | bulletList | orderedList | blockquote | horizontalRule | image | mailButton)+',
  isolating: true,
  addAttributes: () => ({
    share: {
      default: 50,
      parseHTML: (element: HTMLElement) => Number.parseFloat(element.getAttribute('width') ?? '') || 50,
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'td[data-column]', contentElement: 'div', priority: 100 }],
  renderHTML: ({ node }) => [
    'td',
    { 'data-column': '', width: `${node.attrs.share}%`, valign: 'top', style: columnStyle(node.attrs.share) },
    ['div', { style: GAP_STYLE }, 0],
  ],
});

/** Into the mail at the cursor, which then stands in the first of them. */
export function insertColumns(editor: Editor, count: 2 | 3): void {
  const column = { type: 'mailColumn', attrs: { share: share(count) }, content: [{ type: 'paragraph' }] };
  const columns = { type: 'mailColumns', content: Array.from({ length: count }, () => column) };
  const { $from } = editor.state.selection;
  // Below a block; on an empty line, in its place.
  const block = $from.depth > 0 ? $from.node(1) : undefined;
  const isEmpty = block?.isTextblock && block.content.size === 0;
  const at = block ? (isEmpty ? { from: $from.before(1), to: $from.after(1) } : $from.after(1)) : $from.pos;
  const start = typeof at === 'number' ? at : at.from;
  const isLast = (typeof at === 'number' ? at : at.to) >= editor.state.doc.content.size;
  editor
    .chain()
    // A line to go on writing after them.
    .insertContentAt(at, isLast ? [columns, { type: 'paragraph' }] : [columns])
    .setTextSelection(start + 3)
    .focus()
    .run();
}

export const isInColumns = (editor: Editor): boolean => editor.isActive('mailColumns');

/** The columns go, what is in them stays: one under the other. */
export function dissolveColumns(editor: Editor): void {
  const { $from } = editor.state.selection;
  const depth = Array.from({ length: $from.depth + 1 }, (_, at) => at).find(
    (at) => $from.node(at).type.name === 'mailColumns',
  );
  if (depth === undefined) return;
  const content = $from.node(depth).content.content.flatMap((column) => column.content.content);
  editor
    .chain()
    .insertContentAt(
      { from: $from.before(depth), to: $from.after(depth) },
      content.map((node) => node.toJSON()),
    )
    .focus()
    .run();
}
