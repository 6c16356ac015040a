import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo } from 'react';
import { number } from '../../ui/format.ts';
import { AddStepMenu } from './add-step-menu.tsx';
import { useGraph } from './graph-context.ts';
import type { WayEdge as WayEdgeType } from './graph-parts.ts';

/** The way from one step to the next: which branch it is, how many went it, and a + to put a step in between. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<WayEdgeType>) {
  const { data, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props;
  const { edits } = useGraph();
  const [path, labelX, labelY] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 8,
  });
  if (!data) return null;
  const { label, count, transition, isWalked, names } = data;
  return (
    <>
      <BaseEdge
        path={path}
        style={{
          stroke: isWalked ? 'var(--brass)' : 'var(--line-strong)',
          strokeWidth: isWalked ? 2 : 1.5,
          strokeDasharray: transition ? undefined : '4 4',
          opacity: isWalked === false ? 0.5 : 1,
        }}
      />
      <EdgeLabelRenderer>
        <div
          style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          className="pointer-events-none absolute flex items-center gap-1 text-xs"
        >
          {label && (
            <span className="max-w-[140px] truncate rounded-full border border-line bg-paper px-1.5 text-ink-soft">
              {label}
            </span>
          )}
          {transition && (
            <AddStepMenu
              label={`Insert a step between ${names}`}
              withExit={false}
              isSmall
              onAdd={(type) => edits.insert(type, transition)}
            />
          )}
          {count !== undefined && count > 0 && (
            <span className="bg-sunken px-0.5 text-ink-soft tabular-nums" title={`${number(count)} went this way`}>
              {number(count)}
            </span>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
});
