import { useParams } from '@tanstack/react-router';
import { getTemplate } from '../../contract/templates.ts';
import { Page } from '../shell/page.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';
import { TemplateEditor } from './template-editor.tsx';
import { TEMPLATE_TRAIL } from './template-trail.ts';

export function TemplatePage() {
  const { id } = useParams({ from: '/p/$projectId/templates/$id' });
  const { data: template, error, refetch, isFetchedAfterMount } = useRead(getTemplate, { params: { id } });
  // Not with what an earlier visit left in the cache: the editor would save it over what a colleague wrote since.
  if (template && isFetchedAfterMount) return <TemplateEditor key={template.id} template={template} />;
  return (
    <Page title="Template" trail={TEMPLATE_TRAIL} layout="page">
      {error ? (
        <ErrorNote
          title="The template cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Page>
  );
}
