import { Handle, type NodeProps, Position } from '@xyflow/react';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import { counted, number } from '../../ui/format.ts';
import { momentOf } from '../moment.ts';
import { STEP_KINDS } from '../step-kinds.ts';
import { useGraph } from './graph-context.ts';
import { handleShare, type StepNode as StepNodeType } from './graph-parts.ts';
import { canSplice } from './use-graph-edits.ts';

const HANDLE =
  '!size-2.5 !rounded-full !min-h-0 !min-w-0 !border !border-line-strong !bg-paper hover:!border-brass hover:!bg-brass';

/** A step as a card: an icon and one line of truth; what is wrong with it, and how many are there. */
export const StepNode = memo(function StepNode({ data, selected }: NodeProps<StepNodeType>) {
  const { step, truth, ways, problems, at } = data;
  const { select, edits } = useGraph();
  const { icon: Icon, label } = STEP_KINDS[step.type];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') select(undefined);
    if ((event.key === 'Delete' || event.key === 'Backspace') && step.type !== 'TRIGGER') {
      edits.remove(step, { splice: canSplice(step) });
    }
  };
  return (
    <>
      {step.type !== 'TRIGGER' && <Handle type="target" position={Position.Top} className={HANDLE} />}
      <button
        type="button"
        aria-pressed={selected}
        onClick={() => select(step.id)}
        onKeyDown={onKeyDown}
        className={`flex size-full items-center gap-3 rounded-md border bg-paper px-3 text-left transition-[opacity,border-color] duration-100 ${borderOf(selected, at, problems)} ${at === undefined ? 'opacity-50' : ''}`}
      >
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-ink-soft">
          <Icon className="size-4" aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-sm leading-4 font-medium [overflow-wrap:anywhere]">{truth}</span>
          <span className="block truncate text-xs text-ink-faint">
            {at ? momentOf(at) : step.type === 'TRIGGER' || step.name === truth ? label : step.name}
          </span>
        </span>
        {problems.length > 0 && <ProblemMark problems={problems} />}
      </button>
      <Counts active={step.counts.active} failed={step.counts.failed} />
      {ways.map(({ key }, index) => (
        <Handle
          key={key}
          id={key}
          type="source"
          position={Position.Bottom}
          style={{ left: `${handleShare(index, ways.length) * 100}%` }}
          className={HANDLE}
        />
      ))}
    </>
  );
});

function borderOf(isSelected: boolean, at: string | null | undefined, problems: { severity: string }[]): string {
  if (isSelected) return 'border-brass ring-1 ring-brass';
  if (at) return 'border-brass';
  return problems.some(({ severity }) => severity === 'error')
    ? 'border-danger'
    : 'border-line-strong hover:border-ink-soft';
}

function ProblemMark({ problems }: { problems: { severity: string; message: string }[] }) {
  const isError = problems.some(({ severity }) => severity === 'error');
  return (
    <span title={problems.map(({ message }) => message).join('\n')}>
      <TriangleAlert className={`size-4 ${isError ? 'text-danger' : 'text-brass-ink'}`} aria-hidden="true" />
      <span className="sr-only">{counted(problems.length, 'problem')}</span>
    </span>
  );
}

function Counts({ active, failed }: { active: number; failed: number }) {
  if (active === 0 && failed === 0) return null;
  return (
    <span className="pointer-events-none absolute -top-2.5 right-2 flex gap-1 text-xs tabular-nums">
      {active > 0 && (
        <span className="rounded-full border border-brass bg-brass-soft px-1.5 text-brass-ink">
          {number(active)} here
        </span>
      )}
      {failed > 0 && (
        <span className="rounded-full border border-danger bg-danger-soft px-1.5 text-danger">
          {number(failed)} failed
        </span>
      )}
    </span>
  );
}
