import { Cron } from 'croner';

export interface Schedule {
  schedule: string;
  timezone?: string | null | undefined;
}

/** Why a schedule never fires; undefined: it may. */
export function scheduleProblem({ schedule, timezone }: Schedule): string | undefined {
  if (timezone && !isTimezone(timezone)) return `"${timezone}" is not a time zone`;
  return cronOf({ schedule }) ? undefined : `"${schedule}" is not a cron schedule`;
}

/** Strictly after an instant; undefined: never. */
export function nextRun(schedule: Schedule, after: Date): Date | undefined {
  if (scheduleProblem(schedule)) return undefined;
  return cronOf(schedule)?.nextRun(after) ?? undefined;
}

function isTimezone(timezone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: timezone }));
  } catch {
    return false;
  }
}

/** Or a name for them: @daily. */
const FIVE_FIELDS = /^(\S+(\s+\S+){4}|@[a-z]+)$/i;

function cronOf({ schedule, timezone }: Schedule): Cron | undefined {
  // The library reads dates too.
  if (!FIVE_FIELDS.test(schedule.trim())) return undefined;
  try {
    return new Cron(schedule, { paused: true, mode: '5-part', timezone: timezone || 'UTC' });
  } catch {
    return undefined;
  }
}
