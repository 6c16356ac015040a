import { Panel, useReactFlow } from '@xyflow/react';
import { AlignHorizontalDistributeCenter, Maximize, Minus, Plus } from 'lucide-react';
import type { WorkflowDetail } from '../../../contract/workflows.ts';
import { IconButton } from '../../ui/button.tsx';
import { useGraph } from './graph-context.ts';
import { movedPlace } from './layout.ts';

const DURATION = { duration: 120 };

export function CanvasTools({ workflow }: { workflow: WorkflowDetail }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { edits } = useGraph();
  const moved = workflow.steps.filter(({ position }) => movedPlace(position));
  return (
    <Panel position="bottom-left" className="flex rounded-md border border-line bg-paper">
      <IconButton label="Zoom in" onClick={() => void zoomIn(DURATION)}>
        <Plus className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => void zoomOut(DURATION)}>
        <Minus className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Show all" onClick={() => void fitView({ ...DURATION, maxZoom: 1, padding: 0.1 })}>
        <Maximize className="size-4" aria-hidden="true" />
      </IconButton>
      {moved.length > 0 && (
        <IconButton label="Tidy up" onClick={() => edits.tidy(moved)}>
          <AlignHorizontalDistributeCenter className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </Panel>
  );
}
