import { type Editor, useEditorState } from '@tiptap/react';
import { Columns2, Columns3, Rows2 } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { dissolveColumns, insertColumns, isInColumns } from './mail-columns.ts';

/** Side by side on a wide screen, one under the other on a phone. */
export function ColumnsMenu({ editor, className }: { editor: Editor; className: string }) {
  const isInside = useEditorState({ editor, selector: ({ editor: now }) => isInColumns(now) });
  return (
    <Menu
      align="start"
      isFocusLeft
      trigger={
        <IconButton label="Columns" aria-pressed={isInside} className={className}>
          <Columns2 className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem icon={<Columns2 />} isDisabled={isInside} onSelect={() => insertColumns(editor, 2)}>
        Two columns
      </MenuItem>
      <MenuItem icon={<Columns3 />} isDisabled={isInside} onSelect={() => insertColumns(editor, 3)}>
        Three columns
      </MenuItem>
      <MenuItem icon={<Rows2 />} isDisabled={!isInside} onSelect={() => dissolveColumns(editor)}>
        Put one under the other
      </MenuItem>
    </Menu>
  );
}
