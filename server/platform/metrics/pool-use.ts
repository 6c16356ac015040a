import type pg from 'pg';
import type { Measure } from './registry.ts';

export const poolUse = (pool: pg.Pool): Measure => ({
  name: 'posthorn_database_connections',
  help: 'Connections of this process to the database; waiting: requests for one',
  labels: ['state'],
  read: async () => [
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ],
});
