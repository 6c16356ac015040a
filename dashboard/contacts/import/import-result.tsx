import type { z } from 'zod';
import type { importJob } from '../../../contract/contact-tools.ts';
import { FormError } from '../../form/form.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { counted, number } from '../../ui/format.ts';

type Job = z.infer<typeof importJob>;

/** What came of the import, and of every row that could not be taken. */
export function ImportResult({ job: { result, failedReason }, onClose }: { job: Job; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      {result ? (
        <>
          <p>
            {counted(result.createdCount, 'contact')} added, {number(result.updatedCount)} updated
            {result.failureCount > 0 && (
              <span className="text-danger">, {counted(result.failureCount, 'row')} left out</span>
            )}
            .
          </p>
          {result.errors.length > 0 && <RowErrors errors={result.errors} total={result.failureCount} />}
        </>
      ) : (
        <FormError error={{ message: failedReason ?? 'The import failed' }} />
      )}
      <DialogButtons>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </div>
  );
}

const SHOWN = 100;

function RowErrors({ errors, total }: { errors: NonNullable<Job['result']>['errors']; total: number }) {
  const shown = errors.slice(0, SHOWN);
  return (
    <section
      aria-label="Rows that were left out"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[260px] overflow-y-auto rounded-md border border-line"
    >
      <ul className="divide-y divide-line text-sm">
        {shown.map(({ row, email, reason }) => (
          <li key={`${row} ${reason}`} className="flex flex-wrap gap-x-3 px-3 py-1.5">
            <span className="w-16 shrink-0 text-ink-faint tabular-nums">line {row}</span>
            <span className="min-w-0 truncate">{email || '(empty)'}</span>
            <span className="text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="px-3 py-2 text-xs text-ink-faint">and {number(total - shown.length)} more</p>
      )}
    </section>
  );
}
