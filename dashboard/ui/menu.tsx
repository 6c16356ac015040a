import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom' | 'right';
  /** What is chosen takes the focus itself; otherwise the button has it back. */
  isFocusLeft?: boolean;
  children: ReactNode;
}

/** Actions on one thing, behind a button. */
export function Menu({ trigger, align = 'end', side = 'bottom', isFocusLeft = false, children }: MenuProps) {
  const isEscaped = useRef(false);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onEscapeKeyDown={() => {
            isEscaped.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (isFocusLeft && !isEscaped.current) event.preventDefault();
            isEscaped.current = false;
          }}
          className="z-30 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-[180px] max-w-[280px] animate-appear overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-overlay"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-[highlighted]:bg-line/80 ' +
  'data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0';

interface MenuItemProps {
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, isDanger = false, isDisabled = false, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={`${ITEM} ${isDanger ? 'text-danger' : ''} [&_svg]:text-current`}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1.5 text-xs text-ink-faint">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
