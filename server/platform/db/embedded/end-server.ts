const SECONDS = 1000;

/** Fast shutdown; then immediate, which costs a crash recovery at the next start; then what nothing can refuse. */
const STEPS = [
  ['SIGINT', 10 * SECONDS],
  ['SIGQUIT', 5 * SECONDS],
  ['SIGKILL', 5 * SECONDS],
] as const;

interface Server {
  signal(name: NodeJS.Signals): void;
  endsWithin(ms: number): Promise<boolean>;
}

/** Stops a Postgres server, as gently as it allows. False if it is still there in the end. */
export async function endServer(server: Server): Promise<boolean> {
  for (const [signal, ms] of STEPS) {
    server.signal(signal);
    if (await server.endsWithin(ms)) return true;
  }
  return false;
}
