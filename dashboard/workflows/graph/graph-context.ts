import { createContext, useContext } from 'react';
import type { GraphEdits } from './use-graph-edits.ts';

interface GraphContextValue {
  edits: GraphEdits;
  select: (stepId: string | undefined) => void;
}

export const GraphContext = createContext<GraphContextValue | undefined>(undefined);

export function useGraph(): GraphContextValue {
  const value = useContext(GraphContext);
  if (!value) throw new Error('A part of the graph stands outside of it');
  return value;
}
