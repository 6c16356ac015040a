import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addStep, addTransition, deleteStep, deleteTransition, updateStep } from '../../../contract/workflow-graph.ts';
import type { StepType } from '../../../contract/workflow-steps.ts';
import { getWorkflow, listWorkflows, type Transition } from '../../../contract/workflows.ts';
import { ApiError, call } from '../../api.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { invalidate } from '../../use-api.ts';
import { STEP_KINDS } from '../step-kinds.ts';
import type { GraphStep } from '../step-truth.ts';
import type { WayOut } from '../ways-out.ts';
import type { Place } from './layout.ts';

type Way = Pick<WayOut, 'branch' | 'waitOutcome'>;

export interface GraphEdits {
  /** At an open end of the graph. */
  append: (type: StepType, from: GraphStep, way: Way) => void;
  /** Between two steps. */
  insert: (type: StepType, transition: Transition) => void;
  connect: (from: GraphStep, way: WayOut, toStepId: string) => void;
  disconnect: (transition: Transition) => void;
  remove: (step: GraphStep, options: { splice: boolean }) => void;
  move: (stepId: string, place: Place) => void;
  /** Everything that was moved by hand goes back to where the layout puts it. */
  tidy: (moved: readonly GraphStep[]) => void;
}

/** Whether what came before can lead to what comes after. */
export const canSplice = ({ type, outgoingTransitions }: GraphStep): boolean =>
  type !== 'CONDITION' && outgoingTransitions.length <= 1;

/** All changes to a graph. Each is told to the server at once; what went wrong is said, and the graph is read again. */
export function useGraphEdits(workflowId: string, select: (stepId: string | undefined) => void): GraphEdits {
  const client = useQueryClient();
  return useMemo(() => {
    const calls = graphCalls(workflowId);
    const told = async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toastError(error);
      } finally {
        await invalidate(client, [getWorkflow, listWorkflows]);
      }
    };
    const selectNew = async (id: string) => {
      await invalidate(client, [getWorkflow]);
      select(id);
    };
    return {
      append: (type, from, way) =>
        void told(async () => {
          const { id } = await calls.add(type);
          await calls.link(from.id, id, way);
          await selectNew(id);
        }),
      insert: (type, transition) =>
        void told(async () => {
          const { id } = await calls.add(type, transition);
          await selectNew(id);
        }),
      connect: (from, way, toStepId) =>
        void told(() => calls.link(from.id, toStepId, way, { replace: way.transition !== undefined })),
      disconnect: (transition) =>
        void told(async () => {
          await calls.unlink(transition.id);
          const { fromStepId, toStepId } = transition;
          toast('The connection is gone', {
            undo: () => void told(() => calls.link(fromStepId, toStepId, transition)),
          });
        }),
      remove: (step, { splice }) =>
        void told(async () => {
          await call(deleteStep, {
            params: { id: workflowId, stepId: step.id },
            query: splice ? { splice: 'true' } : {},
          });
          select(undefined);
          toast(`“${step.name}” is deleted`, { undo: () => void told(() => calls.restore(step)) });
        }),
      move: (stepId, { x, y }) => void told(() => calls.place(stepId, { x, y, moved: true })),
      tidy: (moved) =>
        void told(() => Promise.all(moved.map(({ id, position: { x, y } }) => calls.place(id, { x, y })))),
    };
  }, [client, workflowId, select]);
}

function graphCalls(id: string) {
  const params = { id };
  const link = (fromStepId: string, toStepId: string, { branch, waitOutcome }: Way, { replace = false } = {}) =>
    call(addTransition, { params, body: { fromStepId, toStepId, branch, waitOutcome, replace } });
  const unlink = (transitionId: string) => call(deleteTransition, { params: { id, transitionId } });
  return {
    link,
    unlink,
    add: (type: StepType, into?: Transition) =>
      call(addStep, {
        params,
        body: {
          type,
          name: STEP_KINDS[type].label,
          config: STEP_KINDS[type].config,
          autoConnect: false,
          insertInto: into?.id,
        },
      }),
    place: (stepId: string, position: Record<string, unknown>) =>
      call(updateStep, { params: { id, stepId }, body: { position } }),
    /** A step as it was, with the ways to and from it; what closed its gap gives way. */
    restore: async ({ type, name, config, position, templateId, ...step }: GraphStep) => {
      const made = await call(addStep, {
        params,
        body: { type, name, config, position, templateId, autoConnect: false },
      });
      const { transitions } = await call(getWorkflow, { params });
      for (const way of step.outgoingTransitions) await link(made.id, way.toStepId, way);
      for (const way of step.incomingTransitions) {
        const isSpliced = transitions.some((each) => each.id === way.id);
        await link(way.fromStepId, made.id, way, { replace: isSpliced });
      }
    },
  };
}
