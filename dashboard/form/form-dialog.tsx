import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import type { Form as FormState } from './use-form.ts';

interface FormDialogProps<Values> extends Pick<ComponentProps<typeof Dialog>, 'title' | 'note' | 'width'> {
  form: FormState<Values>;
  isOpen?: boolean;
  onClose: () => void;
  /** What the button says, and what it says while the form is sent. */
  action: string;
  busy: string;
  children: ReactNode;
}

/** A dialog that is one form: its fields, a way out and the button that sends it. */
export function FormDialog<Values>({
  form,
  isOpen = true,
  onClose,
  action,
  busy,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} {...dialog}>
      <Form form={form} isGuarded={false}>
        {children}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton form={form} busy={busy}>
            {action}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
