import { Check, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from './button.tsx';
import { observed, useObserved } from './observed.ts';

interface Toast {
  id: number;
  text: string;
  /** Small, under the text: a request id. */
  note?: string | undefined;
  isError: boolean;
  undo?: (() => void) | undefined;
}

const SHOWN_MS = 5000;
const SHOWN_WITH_UNDO_MS = 8000;
const MAX_SHOWN = 3;

const toasts = observed<readonly Toast[]>([]);
let lastId = 0;

function show(toast: Omit<Toast, 'id'>): void {
  toasts.set([...toasts.get(), { ...toast, id: ++lastId }].slice(-MAX_SHOWN));
}

const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Says in passing what happened: toast('Saved'), with the way back: toast('Contact deleted', { undo }). */
export const toast = (text: string, { undo }: { undo?: () => void } = {}): void => show({ text, undo, isError: false });

/** Says what went wrong where no field or page can. */
export const toastError = (error: { message: string; requestId?: string | undefined }): void =>
  show({ text: error.message, note: error.requestId && `Request ${error.requestId}`, isError: true });

/** Once, in the shell. */
export function Toaster() {
  const shown = useObserved(toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex flex-col items-center gap-2 sm:left-auto sm:items-end"
    >
      {shown.map((each) => (
        <ToastNote key={each.id} toast={each} />
      ))}
    </div>
  );
}

function ToastNote({ toast: { id, text, note, isError, undo } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), undo || isError ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, undo, isError]);
  const Icon = isError ? TriangleAlert : Check;
  return (
    <div className="pointer-events-auto flex w-full max-w-[380px] animate-rise items-center gap-2.5 rounded-md border border-line bg-raised py-2 pr-1.5 pl-3 shadow-overlay">
      <Icon className={`size-4 shrink-0 ${isError ? 'text-danger' : 'text-good'}`} aria-hidden="true" />
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <p>{text}</p>
        {note && <p className="font-mono text-xs text-ink-faint">{note}</p>}
      </div>
      {undo && (
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            undo();
            dismiss(id);
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" className="size-7" onClick={() => dismiss(id)}>
        <X className="size-3.5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
