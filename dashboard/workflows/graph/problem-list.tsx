import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '../../../contract/workflows.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { useGraph } from './graph-context.ts';

/** Everything that would go wrong, each leading to its step. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { select } = useGraph();
  const [isOpen, setIsOpen] = useState(false);
  if (problems.length === 0) return null;
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  return (
    <Popover
      label="Problems"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="max-h-[60vh] w-[360px] overflow-y-auto p-1"
      trigger={
        <Button size="sm">
          <TriangleAlert className={`size-4 ${hasErrors ? 'text-danger' : 'text-brass-ink'}`} aria-hidden="true" />
          {counted(problems.length, 'problem')}
        </Button>
      }
    >
      <ul>
        {problems.map(({ code, stepId, severity, message }) => (
          <li key={`${code} ${stepId} ${message}`}>
            <button
              type="button"
              onClick={() => {
                setIsOpen(false);
                if (stepId) select(stepId);
              }}
              className="flex w-full items-start gap-2 rounded-sm px-2 py-1.5 text-left text-sm hover:bg-hover"
            >
              <TriangleAlert
                className={`mt-0.5 size-4 shrink-0 ${severity === 'error' ? 'text-danger' : 'text-brass-ink'}`}
                aria-hidden="true"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
