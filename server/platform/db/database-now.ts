import { type RawBuilder, sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';

/**
 * The moment by the database's clock, for what several processes decide together: their own clocks need not agree, and
 * may jump. A clock that tests set is taken at its word.
 */
export const databaseNow = (clock: Clock): RawBuilder<Date> =>
  clock === systemClock ? sql`now()` : sql`${clock.now()}::timestamptz`;
