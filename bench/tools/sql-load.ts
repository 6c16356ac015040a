import pg from 'pg';
import { serveOrders } from './child.ts';
import type { Measured } from './report.ts';

export interface SqlOrder {
  connectionString: string;
  connections: number;
  callers: number;
  statement: string;
  /** The parameters of each execution. */
  values: unknown[][];
}

/** One prepared statement through the driver's pool, as fast as it goes: the limit that HTTP is measured against. */
serveOrders<SqlOrder, Measured>(async ({ connectionString, connections, callers, statement, values }) => {
  const pool = new pg.Pool({ connectionString, max: connections });
  const open = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of open) client.release();
  const queue = values.values();
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const call = async (): Promise<void> => {
    for (const each of queue) {
      const sentAt = performance.now();
      await pool.query({ name: 'bench', text: statement, values: each });
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const elapsedMs = performance.now() - startedAt;
  await pool.end();
  return { elapsedMs, latenciesMs };
});
