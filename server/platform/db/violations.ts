import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;

// SQLSTATE classes: connection lost, operator intervention (restart, shutdown), out of resources, deadlock.
const PASSING_CLASSES = new Set(['08', '57', '53', '40']);

/** The same statement may succeed later: the server is away or busy, and nothing is wrong with what was asked. */
export const isPassingTrouble = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || PASSING_CLASSES.has(error.code?.slice(0, 2) ?? '');

// SQLSTATE classes: what one of the values was to blame for (data, constraints).
const VALUE_CLASSES = new Set(['22', '23']);

/** The server refused a value: nothing was stored, and the same call without that value may succeed. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && VALUE_CLASSES.has(error.code?.slice(0, 2) ?? '');

const LOST_TO_ANOTHER = new Set(['40001', '40P01']);

/** Deadlock or serialization failure: rolled back for certain, and worth the same attempt again. */
export const isLostToAnother = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && LOST_TO_ANOTHER.has(error.code ?? '');
