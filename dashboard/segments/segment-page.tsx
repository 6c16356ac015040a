import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSegment, getSegment, listSegments, type Segment } from '../../contract/segments.ts';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { counted } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { SegmentForm } from './segment-form.tsx';
import { SegmentMembers } from './segment-members.tsx';
import { useSegmentForm } from './use-segment-form.ts';

const TRAIL = [{ label: 'Segments', link: { from: '/p/$projectId', to: '/p/$projectId/segments' } }] as const;

export function SegmentPage() {
  const { id } = useParams({ from: '/p/$projectId/segments/$id' });
  const [isDeleting, setIsDeleting] = useState(false);
  const { data, error, refetch, isFetchedAfterMount } = useRead(getSegment, { params: { id } });
  // Not with what an earlier visit left in the cache: the form would save it over what a colleague wrote since.
  const segment = isFetchedAfterMount ? data : undefined;
  return (
    <Page
      title={segment?.name ?? 'Segment'}
      note={segment && counted(segment.memberCount, 'member')}
      trail={TRAIL}
      layout="page"
      actions={
        segment && (
          <Button look="dangerQuiet" onClick={() => setIsDeleting(true)}>
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Delete</span>
          </Button>
        )
      }
    >
      {error && !segment && (
        <ErrorNote
          title="The segment cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {!segment && !error && <Skeleton className="h-96 w-full" />}
      {segment && <Parts key={segment.id} segment={segment} />}
      {isDeleting && segment && <DeleteDialog segment={segment} onClose={() => setIsDeleting(false)} />}
    </Page>
  );
}

function Parts({ segment }: { segment: Segment }) {
  const { search, change } = useUrl();
  const isStatic = segment.type === 'STATIC';
  // Held here and not in its tab: what is not saved yet survives a look at the members.
  const form = useSegmentForm(segment);
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty} isDirtyNow={form.isDirtyNow} />
      <Tabs
        label="Parts of the segment"
        fit="page"
        value={search.tab ?? (isStatic ? 'members' : 'condition')}
        onChange={(tab) => change({ tab, page: undefined })}
        tabs={[
          {
            value: 'condition',
            label: isStatic ? 'Settings' : 'Condition',
            content: () => <SegmentForm segment={segment} form={form} />,
          },
          { value: 'members', label: 'Members', content: () => <SegmentMembers segment={segment} /> },
        ]}
      />
    </>
  );
}

function DeleteDialog({ segment: { id, name }, onClose }: { segment: Segment; onClose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const remove = useCall(deleteSegment, {
    invalidates: [listSegments],
    onDone: () => {
      toast(`${name} is deleted`);
      void navigate({ to: '/p/$projectId/segments' });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      action="Delete the segment"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      The contacts stay; only the group goes. A segment that a campaign, a workflow or another segment uses cannot be
      deleted.
    </ConfirmDialog>
  );
}
