import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { invalidate, useRead } from '../use-api.ts';

interface Job {
  state: 'waiting' | 'active' | 'completed' | 'failed';
  progress: number;
}

interface JobOptions<Reply> {
  invalidates: readonly { method: string; path: string }[];
  onEnd: (job: Reply) => void;
}

const LOOK_MS = 500;
const isOver = ({ state }: Job): boolean => state === 'completed' || state === 'failed';

/** Follows work in the background to its end. Answers how far it is, in per cent. */
export function useJob<Out, Reply extends Job>(
  endpoint: Endpoint<{ params: { jobId: string } }, Out, Reply>,
  jobId: string | undefined,
  { invalidates, onEnd }: JobOptions<Reply>,
): number {
  const client = useQueryClient();
  const told = useRef<string>(undefined);
  const { data } = useRead(
    endpoint,
    { params: { jobId: jobId ?? '' } },
    { enabled: jobId !== undefined, everyMs: LOOK_MS },
  );
  useEffect(() => {
    if (!data || !jobId || !isOver(data) || told.current === jobId) return;
    told.current = jobId;
    void invalidate(client, invalidates);
    onEnd(data);
  });
  return data?.progress ?? 0;
}
