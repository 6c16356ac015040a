import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const LIQUID = /\{\{.*?\}\}|\{%.*?%\}/g;

/** Variables and tags stand out as chips; they stay plain text, which one can edit. */
export const VariableChips = Extension.create({
  name: 'variableChips',
  addProseMirrorPlugins: () => [
    new Plugin({ props: { decorations: ({ doc }) => DecorationSet.create(doc, chipsOf(doc)) } }),
  ],
});

function chipsOf(doc: Node): Decoration[] {
  const chips: Decoration[] = [];
  doc.descendants((node, at) => {
    for (const { 0: text, index } of (node.text ?? '').matchAll(LIQUID)) {
      chips.push(Decoration.inline(at + index, at + index + text.length, { class: 'variable' }));
    }
  });
  return chips;
}
