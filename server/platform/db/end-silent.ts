import pg from 'pg';
import { seconds } from '../clock.ts';

/** A statement may take as long as it needs. One that takes longer than this is asked about. */
const SILENCE_MS = seconds(10);
const ANSWER_MS = seconds(5);

interface Options {
  connectionString: string;
  silenceMs?: number | undefined;
  onSilence(error: Error): void;
}

interface Watched {
  /** When its oldest unanswered statement began to be the oldest; undefined: nothing is unanswered. */
  since: number | undefined;
  unanswered: number;
  /** The silence, named by its beginning, in which the server did not answer or did nothing for it. */
  doubtedSince: number | undefined;
}

/**
 * Clients for a pool, of which those are ended that will never answer: the server is silent, or no longer knows of the statement (its
 * half of the connection is gone). A limit on the time of a statement would end long ones that are healthy, and TCP tells
 * neither of a silent program nor, while bytes of ours are unacknowledged, of a dead machine: so another connection asks
 * what the server is doing.
 */
export function endSilentClients(options: Options): { Client: typeof pg.Client; stop(): void } {
  const { connectionString, silenceMs = SILENCE_MS, onSilence } = options;
  const all = new Map<pg.Client, Watched>();
  class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      all.set(this, watch(this));
      this.once('end', () => all.delete(this));
    }
  }

  const look = async () => {
    const suspects = [...all].filter(([, { since }]) => since !== undefined && performance.now() - since > silenceMs);
    if (suspects.length === 0) return;
    const seen = new Map(suspects.map(([client, { since }]) => [client, since]));
    const working = await workingBackends(connectionString, Math.min(silenceMs, ANSWER_MS));
    for (const [client, watched] of suspects) {
      if (watched.since === undefined || watched.since !== seen.get(client)) continue;
      if (!isLost(watched, working !== 'silent' && working.has(pidOf(client)))) continue;
      onSilence(new Error(`The database did not answer for ${Math.round(performance.now() - watched.since)} ms`));
      // With a statement unanswered this cuts the connection, and the statement fails.
      void client.end();
    }
  };

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, silenceMs / 4).unref();
  return { Client, stop: () => clearInterval(timer) };
}

function isLost(watched: Watched, isWorking: boolean): boolean {
  if (isWorking) {
    // As good as an answer: it is asked about again when as much time has passed.
    watched.since = performance.now();
    return false;
  }
  // One look may have come between the end of the statement and its answer, or to a machine that was very busy.
  const isSecond = watched.doubtedSince === watched.since;
  watched.doubtedSince = watched.since;
  return isSecond;
}

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

type Query = (...args: unknown[]) => unknown;

/** Notes when the connection waits for an answer. */
function watch(client: pg.Client): Watched {
  const watched: Watched = { since: undefined, unanswered: 0, doubtedSince: undefined };
  const query = client.query.bind(client) as Query;
  const begin = () => {
    watched.unanswered++;
    watched.since ??= performance.now();
  };
  const answered = () => {
    watched.unanswered--;
    watched.since = watched.unanswered > 0 ? performance.now() : undefined;
  };
  const watchedQuery: Query = (...args) => {
    const callback = args.at(-1);
    begin();
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (...results: unknown[]) => {
        answered();
        callback(...results);
      });
    }
    const result = query(...args) as Promise<unknown>;
    result.then(answered, answered);
    return result;
  };
  client.query = watchedQuery as pg.Client['query'];
  return watched;
}

type Working = { has(pid: number): boolean } | 'silent';

const EVERYBODY: Working = { has: () => true };

/** Which of the server's processes run a statement, by a connection of its own. */
async function workingBackends(connectionString: string, answerMs: number): Promise<Working> {
  const probe = new pg.Client({
    connectionString,
    application_name: 'posthorn-probe',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  probe.on('error', () => {});
  try {
    await probe.connect();
    const { rows } = await probe.query<{ pid: number; is_own: boolean }>(
      `select pid, pid = pg_backend_pid() as is_own from pg_stat_activity where state = 'active'`,
    );
    // Behind a pooler the numbers are not the server's: then an answer is all that can be asked for.
    const isDirect = rows.some(({ pid, is_own }) => is_own && pid === pidOf(probe));
    return isDirect ? new Set(rows.map(({ pid }) => pid)) : EVERYBODY;
  } catch (error) {
    // Refused with a reason, too many connections say: somebody is there.
    return error instanceof pg.DatabaseError ? EVERYBODY : 'silent';
  } finally {
    void probe.end().catch(() => {});
  }
}
