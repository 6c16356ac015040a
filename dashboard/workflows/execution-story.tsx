import { Link } from '@tanstack/react-router';
import type { ExecutionDetail, StepExecution } from '../../contract/workflow-executions.ts';
import { Time } from '../ui/time.tsx';
import { STEP_KINDS } from './step-kinds.ts';

/** Everything that happened, in order, each as a sentence. */
export function ExecutionStory({ execution: { stepExecutions } }: { execution: ExecutionDetail }) {
  return (
    <ol aria-label="What happened" className="flex flex-col">
      {stepExecutions.map((each, index) => (
        <Chapter key={each.id} step={each} isLast={index === stepExecutions.length - 1} />
      ))}
    </ol>
  );
}

function Chapter({ step, isLast }: { step: StepExecution; isLast: boolean }) {
  const { icon: Icon } = STEP_KINDS[step.step.type];
  const isFailed = step.status === 'FAILED';
  const emailId = step.output?.emailId;
  return (
    <li className="flex gap-3">
      <span className="flex flex-col items-center">
        <span
          className={`flex size-7 shrink-0 items-center justify-center rounded-full border ${isFailed ? 'border-danger text-danger' : isUnderWay(step) ? 'border-brass text-brass-ink' : 'border-line-strong text-ink-soft'}`}
        >
          <Icon className="size-3.5" aria-hidden="true" />
        </span>
        {!isLast && <span className="w-px flex-1 bg-line-strong" aria-hidden="true" />}
      </span>
      <div className="min-w-0 flex-1 pb-5">
        <p className={`text-sm font-medium [overflow-wrap:anywhere] ${isFailed ? 'text-danger' : ''}`}>
          {step.summary}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
          <span className="[overflow-wrap:anywhere]">{step.step.name}</span>
          <Time iso={step.completedAt ?? step.startedAt ?? step.createdAt} />
          {typeof emailId === 'string' && (
            <Link
              from="/p/$projectId"
              to="/p/$projectId/emails/$id"
              params={{ id: emailId }}
              className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
            >
              Show the email
            </Link>
          )}
        </p>
        {step.output && (
          <details className="mt-1 text-xs">
            <summary className="w-fit cursor-pointer text-ink-soft hover:text-ink">Details</summary>
            <pre className="mt-1 rounded-md border border-line bg-sunken p-2 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
              {JSON.stringify(step.output, null, 2)}
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}

const isUnderWay = ({ status }: StepExecution): boolean =>
  ['PENDING', 'SCHEDULED', 'WAITING', 'RUNNING'].includes(status);
