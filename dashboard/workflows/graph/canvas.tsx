import '@xyflow/react/dist/base.css';
import {
  Background,
  type Connection,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { WorkflowDetail } from '../../../contract/workflows.ts';
import { waysOut } from '../ways-out.ts';
import { useGraph } from './graph-context.ts';
import { edgesOf, nodesOf } from './graph-parts.ts';
import { type Place, placesOf, STEP_SIZE, shapeOf } from './layout.ts';
import { OpenEndNode } from './open-end-node.tsx';
import { StepNode } from './step-node.tsx';
import { WayEdge } from './way-edge.tsx';

const NODE_TYPES = { step: StepNode, open: OpenEndNode };
const EDGE_TYPES = { way: WayEdge };
const MARGIN = 40;
/** The buttons stand above the graph. */
const TOP_MARGIN = 64;
/** Smaller is not readable: a graph that does not fit is shown from its beginning. */
const READABLE = 0.65;

interface CanvasProps {
  workflow: WorkflowDetail;
  selectedId: string | undefined;
  /** When a simulated contact gets to which step, in that order. */
  times: ReadonlyMap<string, string> | undefined;
  children?: ReactNode;
}

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({ workflow, selectedId, times, children }: CanvasProps) {
  const { edits, select } = useGraph();
  const shape = shapeOf(workflow.steps);
  const laidOut = useMemo(() => placesOf(shape), [shape]);
  const { places, dragged, onNodesChange } = useDragging(laidOut);
  const nodes = useMemo(
    () => nodesOf(workflow, places, { selectedId, walk: times && { times } }),
    [workflow, places, selectedId, times],
  );
  const edges = useMemo(() => edgesOf(workflow, times && { times }), [workflow, times]);
  useBeginning(laidOut);
  useInView(places, selectedId);
  const onConnect = ({ source, sourceHandle, target }: Connection) => {
    const from = workflow.steps.find(({ id }) => id === source);
    const way = from && waysOut(from).find(({ key }) => key === sourceHandle);
    if (from && way) edits.connect(from, way, target);
  };
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={onNodesChange}
      onNodeDragStop={(_, { id }) => {
        const place = dragged(id);
        if (place) edits.move(id, place);
      }}
      onConnect={onConnect}
      onPaneClick={() => select(undefined)}
      nodesFocusable={false}
      edgesFocusable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      disableKeyboardA11y
      zoomOnDoubleClick={false}
      panOnScroll
      nodeDragThreshold={4}
      minZoom={0.1}
      maxZoom={1.5}
      proOptions={{ hideAttribution: true }}
      aria-label={`Graph of ${workflow.name}`}
      className="bg-sunken"
    >
      <Background gap={20} color="var(--line-strong)" bgColor="var(--sunken)" />
      {children}
    </ReactFlow>
  );
}

/** Cards follow the mouse at once; the server hears of it when they are let go. */
function useDragging(laidOut: ReadonlyMap<string, Place>) {
  const [moved, setMoved] = useState<ReadonlyMap<string, Place>>(new Map());
  // Once the server has answered, its word counts again.
  const [seen, setSeen] = useState(laidOut);
  if (seen !== laidOut) {
    setSeen(laidOut);
    setMoved(new Map());
  }
  const places = useMemo(() => new Map([...laidOut, ...moved]), [laidOut, moved]);
  const onNodesChange = useCallback((changes: NodeChange[]) => {
    const news = changes.flatMap((change) =>
      change.type === 'position' && change.position ? [[change.id, change.position] as const] : [],
    );
    if (news.length > 0) setMoved((now) => new Map([...now, ...news]));
  }, []);
  return { places, dragged: (id: string) => moved.get(id), onNodesChange };
}

/** Shows the whole graph, or its beginning where the whole is too large to read. */
function useBeginning(places: ReadonlyMap<string, Place>): void {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isShown) return;
    const { width, height } = store.getState();
    const all = [...places.values()];
    const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x)) + STEP_SIZE.width];
    const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y)) + STEP_SIZE.height];
    const fitting = Math.min(1, width / (right - left + 2 * MARGIN), height / (bottom - top + MARGIN + TOP_MARGIN));
    const zoom = Math.max(fitting, READABLE);
    const first = all[0];
    const middle = fitting < READABLE && first ? first.x + STEP_SIZE.width / 2 : (left + right) / 2;
    void setViewport({ x: width / 2 - middle * zoom, y: TOP_MARGIN - top * zoom, zoom });
    setIsShown(true);
  }, [isShown, places, setViewport, store]);
}

/** A step that is chosen in a list, or was just made, comes into view. */
function useInView(places: ReadonlyMap<string, Place>, selectedId: string | undefined): void {
  const { setCenter, getViewport } = useReactFlow();
  const store = useStoreApi();
  const [shownId, setShownId] = useState<string>();
  useEffect(() => {
    const place = places.get(selectedId ?? '');
    if (shownId === selectedId || (selectedId && !place)) return;
    setShownId(selectedId);
    if (!place) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = getViewport();
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    const isVisible =
      left >= 0 && top >= 0 && left + STEP_SIZE.width * zoom <= width && top + STEP_SIZE.height * zoom <= height;
    if (isVisible) return;
    void setCenter(place.x + STEP_SIZE.width / 2, place.y + STEP_SIZE.height / 2, { zoom, duration: 150 });
  }, [places, selectedId, shownId, setCenter, getViewport, store]);
}
