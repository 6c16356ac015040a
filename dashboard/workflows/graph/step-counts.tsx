import { Link } from '@tanstack/react-router';
import { number } from '../../ui/format.ts';
import type { GraphStep } from '../step-truth.ts';

export function StepCounts({ step: { id, workflowId, counts } }: { step: GraphStep }) {
  const { active, passed, failed } = counts;
  if (active + passed + failed === 0) return null;
  return (
    <dl className="grid grid-cols-3 gap-2 rounded-md border border-line p-3 text-sm">
      <div>
        <dt className="text-ink-faint">Here now</dt>
        <dd className="font-medium tabular-nums">
          <Link
            from="/p/$projectId"
            to="/p/$projectId/workflows/$id"
            params={{ id: workflowId }}
            search={{ tab: 'executions', at: id }}
            className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
          >
            {number(active)}
          </Link>
        </dd>
      </div>
      <Figure name="Passed" value={passed} />
      <Figure name="Failed" value={failed} />
    </dl>
  );
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt className="text-ink-faint">{name}</dt>
    <dd className="font-medium tabular-nums">{number(value)}</dd>
  </div>
);
