import { TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { CopyIcon } from './copy-button.tsx';

interface ErrorNoteProps {
  title: string;
  message: string;
  requestId?: string | undefined;
  onRetry?: () => void;
}

/** What went wrong, the id to report it with, and the way to try again. */
export function ErrorNote({ title, message, requestId, onRetry }: ErrorNoteProps) {
  return (
    <div role="alert" className="m-auto flex max-w-[420px] flex-col items-center gap-2 p-6 text-center">
      <TriangleAlert className="size-5 text-danger" aria-hidden="true" />
      <p className="font-medium">{title}</p>
      <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{message}</p>
      {requestId && (
        <p className="flex max-w-full items-center gap-1 text-xs text-ink-faint">
          <span className="truncate">
            Request <code className="font-mono">{requestId}</code>
          </span>
          <CopyIcon text={requestId} what="request id" />
        </p>
      )}
      {onRetry && (
        <Button onClick={onRetry} className="mt-2">
          Try again
        </Button>
      )}
    </div>
  );
}
