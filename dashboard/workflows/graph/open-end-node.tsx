import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { AddStepMenu } from './add-step-menu.tsx';
import { useGraph } from './graph-context.ts';
import type { OpenEndNode as OpenEndNodeType } from './graph-parts.ts';

/** Where the graph can go on. */
export const OpenEndNode = memo(function OpenEndNode({ data: { step, way } }: NodeProps<OpenEndNodeType>) {
  const { edits } = useGraph();
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className="!invisible" />
      <AddStepMenu
        label={`Add a step after ${step.name}${way.label && `: ${way.label}`}`}
        withExit
        onAdd={(type) => edits.append(type, step, way)}
      />
    </>
  );
});
