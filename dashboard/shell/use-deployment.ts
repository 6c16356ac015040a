import { useQuery } from '@tanstack/react-query';

const LOOK_AGAIN_MS = 30_000;

interface Health {
  relay?: { status: 'ok' } | { status: 'down'; reason: string | null };
}

/** How the server itself is doing: what /health says, which is no part of the API's contract. */
export function useDeployment(): { relayProblem: string | undefined } {
  const { data } = useQuery<Health>({
    queryKey: ['health'],
    queryFn: async ({ signal }) => (await fetch('/health', { signal })).json() as Promise<Health>,
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS,
    retry: false,
  });
  const relay = data?.relay;
  return { relayProblem: relay?.status === 'down' ? `${relay.reason ?? 'it does not answer'}.` : undefined };
}
