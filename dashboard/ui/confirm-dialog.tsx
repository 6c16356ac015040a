import { AlertDialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './input.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What will happen, and how many are touched. */
  children: ReactNode;
  /** On the button that does it: says what, and how many. */
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  /** Has to be typed first: for what cannot be undone. */
  typeToConfirm?: string;
  /** Primary for what is weighty but not destructive. */
  look?: 'danger' | 'primary';
}

export function ConfirmDialog({ isOpen, onOpenChange, title, children, ...rest }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-20 animate-appear bg-veil" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-20 w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 animate-appear rounded-md border border-line bg-raised p-5 shadow-overlay">
          <AlertDialog.Title className="text-lg font-semibold [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 text-ink-soft">{children}</div>
          </AlertDialog.Description>
          <Decision {...rest} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type DecisionProps = Pick<ConfirmDialogProps, 'action' | 'isBusy' | 'onConfirm' | 'typeToConfirm' | 'look'>;

function Decision({ action, isBusy, onConfirm, typeToConfirm, look = 'danger' }: DecisionProps) {
  const [typed, setTyped] = useState('');
  const isReady = !isBusy && (typeToConfirm === undefined || typed.trim() === typeToConfirm.trim());
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <form onSubmit={onSubmit} className="mt-4">
      {typeToConfirm !== undefined && (
        <TextField
          label={`Type ${typeToConfirm} to confirm`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div className="mt-5 flex justify-end gap-2">
        <AlertDialog.Cancel asChild>
          <Button>Cancel</Button>
        </AlertDialog.Cancel>
        <Button type="submit" look={look} disabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  );
}
