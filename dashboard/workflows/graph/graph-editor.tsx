import { Panel } from '@xyflow/react';
import { FlaskConical } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Simulation } from '../../../contract/workflow-executions.ts';
import type { WorkflowDetail } from '../../../contract/workflows.ts';
import { Button } from '../../ui/button.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';
import { useUrl } from '../../use-url.ts';
import { STEP_KINDS } from '../step-kinds.ts';
import { Canvas } from './canvas.tsx';
import { CanvasTools } from './canvas-tools.tsx';
import { GraphContext } from './graph-context.ts';
import { ProblemList } from './problem-list.tsx';
import { SidePanel } from './side-panel.tsx';
import { SimulationPanel } from './simulation-panel.tsx';
import { StepPanel } from './step-panel.tsx';
import { useGraphEdits } from './use-graph-edits.ts';

/** The graph, and beside it the step that is selected or a simulation. */
export function GraphEditor({ workflow }: { workflow: WorkflowDetail }) {
  const { search, change } = useUrl();
  const [simulation, setSimulation] = useState<Simulation>();
  const select = useCallback((step: string | undefined) => change({ step, simulate: undefined }), [change]);
  const edits = useGraphEdits(workflow.id, select);
  const graph = useMemo(() => ({ edits, select }), [edits, select]);
  const selected = workflow.steps.find(({ id }) => id === search.step);
  const isSimulating = search.simulate === '1';
  const times = useMemo(
    () => simulation && new Map(simulation.steps.map(({ stepId, at }) => [stepId, at])),
    [simulation],
  );
  useHotkeys({
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key, not a component
    Escape: () => {
      select(undefined);
      setSimulation(undefined);
    },
  });
  return (
    <GraphContext value={graph}>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          <Canvas workflow={workflow} selectedId={selected?.id} times={times}>
            <CanvasTools workflow={workflow} />
            <Panel position="top-right" className="flex gap-2">
              <ProblemList problems={workflow.problems} />
              {simulation && !isSimulating && (
                <Button size="sm" onClick={() => setSimulation(undefined)}>
                  End simulation
                </Button>
              )}
              <Button size="sm" onClick={() => change({ simulate: '1', step: undefined })}>
                <FlaskConical className="size-4" aria-hidden="true" />
                Simulate with…
              </Button>
            </Panel>
          </Canvas>
        </div>
        {selected && !isSimulating && (
          <SidePanel title={STEP_KINDS[selected.type].label} onClose={() => select(undefined)}>
            <StepPanel key={selected.id} workflow={workflow} step={selected} />
          </SidePanel>
        )}
        {isSimulating && (
          <SimulationPanel
            workflow={workflow}
            onResult={setSimulation}
            onClose={() => {
              setSimulation(undefined);
              change({ simulate: undefined });
            }}
          />
        )}
      </div>
    </GraphContext>
  );
}
