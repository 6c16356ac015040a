import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { Form as FormState } from './use-form.ts';

interface FormProps<Values> {
  form: FormState<Values>;
  /** False in dialogs and on sign-in: leaving loses nothing of weight. */
  isGuarded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A form of the kit: ⌘↵ sends it, the first wrong field gets the focus, leaving with changes asks first. */
export function Form<Values>({
  form,
  isGuarded = true,
  className = 'flex flex-col gap-4',
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const { errors, error } = form;
  useEffect(() => {
    if (Object.keys(errors).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's form is, for React, inside the form of the page that opened it.
    event.stopPropagation();
    form.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
    form.submit();
  };
  return (
    <form ref={element} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className={className}>
      {children}
      {error && error.fields.length === 0 && <FormError error={error} />}
      {isGuarded && <UnsavedGuard isDirtyNow={form.isDirtyNow} isDirty={form.isDirty} />}
    </form>
  );
}

/** What went wrong with a form as a whole, in the API's own words. */
export function FormError({ error }: { error: { message: string; requestId?: string | undefined } }) {
  return (
    <div
      role="alert"
      className="rounded-md border border-line bg-danger-soft px-3 py-2 text-sm text-danger [overflow-wrap:anywhere]"
    >
      {error.message}
      {error.requestId && <span className="block font-mono text-xs">Request {error.requestId}</span>}
    </div>
  );
}

interface SubmitButtonProps<Values> {
  form: FormState<Values>;
  children: ReactNode;
  /** Instead of the label while it is sent. */
  busy?: string;
  /** Only with changes: for settings, where there is nothing to save otherwise. */
  needsChanges?: boolean;
  size?: 'md' | 'lg';
  className?: string;
}

export function SubmitButton<Values>({
  form,
  children,
  busy,
  needsChanges = false,
  size = 'md',
  className = '',
}: SubmitButtonProps<Values>) {
  return (
    <Button
      type="submit"
      look="primary"
      size={size}
      className={className}
      disabled={form.isBusy || (needsChanges && !form.isDirty)}
    >
      {form.isBusy && busy ? busy : children}
    </Button>
  );
}
