import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Asked at the moment of leaving: a form that was just saved lets go before the page is drawn again. */
  isDirtyNow?: () => boolean;
}

/** Asks before changes that were not saved are left behind. */
export function UnsavedGuard({ isDirty, isDirtyNow = () => isDirty }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // Tabs and filters change the URL of the same page, and lose nothing.
    shouldBlockFn: ({ current, next }) => isDirtyNow() && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirtyNow(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen) reset?.();
      }}
      title="Leave without saving?"
      action="Leave"
      isBusy={false}
      onConfirm={() => proceed?.()}
    >
      Your changes on this page are not saved.
    </ConfirmDialog>
  );
}
