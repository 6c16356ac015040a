import { totalmem } from 'node:os';

const GIBIBYTE = 2 ** 30;

/** For a small machine that Postgres shares with us. Durability stays as strict as Postgres has it by default. */
const DEFAULTS: Record<string, string> = {
  cluster_name: 'posthorn',
  // Reached only through a socket in a private directory: see socket-directory.ts.
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: totalmem() < 2 * GIBIBYTE ? '128MB' : '256MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  // Compiling a plan costs more than it saves on queries that take milliseconds.
  jit: 'off',
  // The data is on flash or in memory nowadays; the default of 4 makes the planner shun indexes.
  random_page_cost: '1.1',
  // A table of emails can grow a hundredfold within the usual minute, under plans made for the small one.
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  // Read by server-output.ts.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_checkpoints: 'off',
  lc_messages: 'C',
  // Statements and details hold the data of customers.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** As arguments of the server, so that a new version of Posthorn brings its settings to an old cluster. */
export function settingsAsArguments(settings: Record<string, string>): string[] {
  return Object.entries({ ...DEFAULTS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
