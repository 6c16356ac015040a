import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from './page.tsx';

/** Instead of a page that threw: a bug of ours, or a part of the program that cannot be loaded any more. */
export function BrokenPage({ error }: { error: unknown }) {
  return (
    <Page title="Something broke">
      <ErrorNote
        title="This page cannot be shown"
        message={error instanceof Error ? error.message : String(error)}
        onRetry={() => location.reload()}
      />
    </Page>
  );
}
