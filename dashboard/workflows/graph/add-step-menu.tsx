import { Plus } from 'lucide-react';
import type { StepType } from '../../../contract/workflow-steps.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ADDABLE, STEP_KINDS } from '../step-kinds.ts';

interface AddStepMenuProps {
  /** Where, for those who hear the page: "Add a step after Welcome". */
  label: string;
  onAdd: (type: StepType) => void;
  /** Between two steps nothing can end. */
  withExit: boolean;
  isSmall?: boolean;
}

export function AddStepMenu({ label, onAdd, withExit, isSmall = false }: AddStepMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className={`nodrag nopan pointer-events-auto flex items-center justify-center rounded-full border border-line-strong bg-paper text-ink-soft hover:border-ink hover:text-ink ${isSmall ? 'size-5' : 'size-7'}`}
        >
          <Plus className={isSmall ? 'size-3' : 'size-4'} aria-hidden="true" />
        </button>
      }
    >
      {ADDABLE.filter((type) => withExit || type !== 'EXIT').map((type) => {
        const { icon: Icon, label: name, help } = STEP_KINDS[type];
        return (
          <MenuItem key={type} icon={<Icon aria-hidden="true" />} onSelect={() => onAdd(type)}>
            <span>
              {name}
              <span className="block text-xs text-ink-soft">{help}</span>
            </span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
