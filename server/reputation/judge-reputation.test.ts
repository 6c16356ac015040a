import { describe, expect, it } from 'vitest';
import { judgeReputation, type Reputation } from './judge-reputation.ts';

const QUIET: Reputation = {
  twentyFourHour: { bounces: 0, complaints: 0 },
  sevenDay: { total: 0, bounces: 0, complaints: 0 },
  allTime: { total: 0, bounces: 0, complaints: 0 },
  isNew: false,
};
const week = (total: number, bounces: number, complaints = 0): Partial<Reputation> => ({
  sevenDay: { total, bounces, complaints },
});
const ever = (total: number, bounces: number, complaints = 0): Partial<Reputation> => ({
  allTime: { total, bounces, complaints },
});
const day = (bounces: number, complaints = 0): Partial<Reputation> => ({ twentyFourHour: { bounces, complaints } });

const verdictOn = (given: Partial<Reputation>): string => {
  const { violations, warnings } = judgeReputation({ ...QUIET, ...given });
  if (violations.length > 0) return 'critical';
  return warnings.length > 0 ? 'warning' : 'healthy';
};

describe('a project is judged by', () => {
  it.each<[string, Partial<Reputation>, string]>([
    ['nothing sent', {}, 'healthy'],
    ['few emails, whatever their rate', week(99, 40), 'healthy'],
    ['a rate of the week below the limit', week(1000, 49), 'healthy'],
    ['a rate of the week of 5 %', week(1000, 50), 'warning'],
    ['a rate of the week of 10 %', week(1000, 100), 'critical'],
    ['a high rate with fewer than ten bounces', week(100, 9), 'warning'],
    ['a high rate with fewer than five bounces', week(100, 4), 'healthy'],
    ['a rate of all time of 4 %', ever(1000, 40), 'warning'],
    ['a rate of all time of 8 %', ever(1000, 80), 'critical'],
    ['a rate of complaints of 0.075 % in the week', week(4000, 0, 3), 'warning'],
    ['a rate of complaints of 0.15 % in the week', week(3000, 0, 5), 'critical'],
    ['two complaints', week(2, 0, 2), 'healthy'],
    ['a rate of complaints of 0.03 % of all time', ever(10_000, 0, 3), 'warning'],
    ['a rate of complaints of 0.12 % of all time', ever(5000, 0, 6), 'critical'],
    ['49 bounces in a day', day(49), 'healthy'],
    ['50 bounces in a day', day(50), 'warning'],
    ['100 bounces in a day', day(100), 'critical'],
    ['10 complaints in a day', day(0, 10), 'warning'],
    ['25 complaints in a day', day(0, 25), 'critical'],
    ['200 bounces in a week at any rate', week(1_000_000, 200), 'warning'],
    ['500 bounces in a week at any rate', week(1_000_000, 500), 'critical'],
    ['30 complaints in a week at any rate', week(1_000_000, 0, 30), 'warning'],
    ['75 complaints in a week at any rate', week(1_000_000, 0, 75), 'critical'],
    ['10 bounces in a day while new', { ...day(10), isNew: true }, 'warning'],
    ['25 bounces in a day while new', { ...day(25), isNew: true }, 'critical'],
    ['3 complaints in a day while new', { ...day(0, 3), isNew: true }, 'warning'],
    ['7 complaints in a day while new', { ...day(0, 7), isNew: true }, 'critical'],
    ['25 bounces in a week while new', { ...week(1_000_000, 25), isNew: true }, 'warning'],
    ['50 bounces in a week while new', { ...week(1_000_000, 50), isNew: true }, 'critical'],
    ['20 complaints in a week while new', { ...week(1_000_000, 0, 20), isNew: true }, 'critical'],
  ])('%s', (_, given, verdict) => {
    expect(verdictOn(given)).toBe(verdict);
  });

  it('the levels look at the rate alone', () => {
    const { levels } = judgeReputation({ ...QUIET, ...week(10, 1), ...ever(1000, 40, 1) });
    expect(levels).toEqual({
      bounce7Day: 'critical',
      bounceAllTime: 'warning',
      complaint7Day: 'healthy',
      complaintAllTime: 'warning',
    });
  });
});
