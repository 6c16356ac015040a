import { useRouter } from '@tanstack/react-router';
import { ApiError } from '../api.ts';
import { ErrorNote } from '../ui/error-note.tsx';

/** Instead of a page that threw: a bug of ours, a server out of reach, or a part of the program that cannot be loaded. */
export function BrokenPage({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <main className="flex min-h-0 flex-1">
      <ErrorNote
        title="This page cannot be shown"
        message={error instanceof Error ? error.message : String(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => (error instanceof ApiError ? void router.invalidate() : location.reload())}
      />
    </main>
  );
}
