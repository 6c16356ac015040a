import { describe, expect, it } from 'vitest';
import { nextRun, scheduleProblem } from './schedule.ts';

describe('a schedule', () => {
  it.each([
    ['0 9 * * *', undefined, '2026-03-01T08:00:00Z', '2026-03-01T09:00:00.000Z'],
    ['0 9 * * *', 'Europe/Berlin', '2026-03-01T08:30:00Z', '2026-03-02T08:00:00.000Z'],
    // The clocks go forward on 29 March: nine o'clock comes an hour earlier.
    ['0 9 * * *', 'Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T07:00:00.000Z'],
    // 2:30 does not exist that night and is made up for once.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['*/5 * * * *', undefined, '2026-03-01T08:00:00Z', '2026-03-01T08:05:00.000Z'],
    ['@daily', undefined, '2026-03-01T08:00:00Z', '2026-03-02T00:00:00.000Z'],
    ['0 0 1 1 *', 'Asia/Tokyo', '2026-03-01T08:00:00Z', '2026-12-31T15:00:00.000Z'],
  ])('%s in %s comes after %s at %s', (schedule, timezone, now, next) => {
    expect(nextRun({ schedule, timezone }, new Date(now))?.toISOString()).toBe(next);
  });

  it.each([
    ['every day', undefined, '"every day" is not a cron schedule'],
    ['61 * * * *', undefined, '"61 * * * *" is not a cron schedule'],
    ['', undefined, '"" is not a cron schedule'],
    ['2026-01-01T00:00:00', undefined, '"2026-01-01T00:00:00" is not a cron schedule'],
    ['2026-01-01 00:00', undefined, '"2026-01-01 00:00" is not a cron schedule'],
    ['*/10 * * * * *', undefined, '"*/10 * * * * *" is not a cron schedule'],
    ['0 9 * * *', 'Mars/Olympus', '"Mars/Olympus" is not a time zone'],
  ])('%s in %s is refused', (schedule, timezone, problem) => {
    expect(scheduleProblem({ schedule, timezone })).toBe(problem);
    expect(nextRun({ schedule, timezone }, new Date())).toBeUndefined();
  });

  it('that can never come has no next time', () => {
    expect(nextRun({ schedule: '0 0 31 2 *' }, new Date('2026-01-01'))).toBeUndefined();
  });
});
