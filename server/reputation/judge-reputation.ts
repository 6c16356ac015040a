import type { Level, SecurityState } from '../../contract/security.ts';

export interface Window {
  total: number;
  bounces: number;
  complaints: number;
}

export interface Reputation {
  twentyFourHour: Pick<Window, 'bounces' | 'complaints'>;
  sevenDay: Window;
  allTime: Window;
  /** Younger than a month: fewer refusals are too many. */
  isNew: boolean;
}

export interface Judgement {
  levels: SecurityState['levels'];
  violations: string[];
  warnings: string[];
}

interface Thresholds {
  warning: number;
  critical: number;
}

const BOUNCE_RATE = { sevenDay: { warning: 5, critical: 10 }, allTime: { warning: 4, critical: 8 } };
const COMPLAINT_RATE = { sevenDay: { warning: 0.075, critical: 0.15 }, allTime: { warning: 0.03, critical: 0.12 } };

/** A rate says nothing about a handful of mail: so many emails and refusals there must be. */
const LEAST_EMAILS = 100;
const LEAST_BOUNCES: Thresholds = { warning: 5, critical: 10 };
const LEAST_COMPLAINTS: Thresholds = { warning: 3, critical: 5 };

/** So many are too many at any rate. */
const BOUNCES = {
  old: { twentyFourHour: { warning: 50, critical: 100 }, sevenDay: { warning: 200, critical: 500 } },
  new: { twentyFourHour: { warning: 10, critical: 25 }, sevenDay: { warning: 25, critical: 50 } },
};
const COMPLAINTS = {
  old: { twentyFourHour: { warning: 10, critical: 25 }, sevenDay: { warning: 30, critical: 75 } },
  new: { twentyFourHour: { warning: 3, critical: 7 }, sevenDay: { warning: 10, critical: 20 } },
};

export const percentOf = (part: number, total: number): number => (total === 0 ? 0 : (part / total) * 100);

/** Numbers in, verdict out. What people are told is a phrase, so that nobody can steer just below a limit. */
export function judgeReputation(reputation: Reputation): Judgement {
  const { sevenDay, allTime } = reputation;
  const found = [...rateLevels('sevenDay', sevenDay), ...rateLevels('allTime', allTime), ...countLevels(reputation)];
  const phrases = (level: Level) => [...new Set(found.filter((each) => each.level === level).map(({ what }) => what))];
  return {
    levels: {
      bounce7Day: levelOf(percentOf(sevenDay.bounces, sevenDay.total), BOUNCE_RATE.sevenDay),
      bounceAllTime: levelOf(percentOf(allTime.bounces, allTime.total), BOUNCE_RATE.allTime),
      complaint7Day: levelOf(percentOf(sevenDay.complaints, sevenDay.total), COMPLAINT_RATE.sevenDay),
      complaintAllTime: levelOf(percentOf(allTime.complaints, allTime.total), COMPLAINT_RATE.allTime),
    },
    violations: phrases('critical'),
    warnings: phrases('warning'),
  };
}

interface Finding {
  level: Level;
  what: string;
}

function rateLevels(window: 'sevenDay' | 'allTime', { total, bounces, complaints }: Window): Finding[] {
  const bounce = lower(
    levelOf(percentOf(bounces, total), BOUNCE_RATE[window]),
    total >= LEAST_EMAILS ? levelOf(bounces, LEAST_BOUNCES) : 'healthy',
  );
  const complaint = lower(
    levelOf(percentOf(complaints, total), COMPLAINT_RATE[window]),
    levelOf(complaints, LEAST_COMPLAINTS),
  );
  return [
    { level: bounce, what: 'The bounce rate is too high' },
    { level: complaint, what: 'The complaint rate is too high' },
  ];
}

function countLevels({ twentyFourHour, sevenDay, isNew }: Reputation): Finding[] {
  const age = isNew ? 'new' : 'old';
  return (
    [
      ['twentyFourHour', twentyFourHour],
      ['sevenDay', sevenDay],
    ] as const
  ).flatMap(([window, { bounces, complaints }]) => [
    { level: levelOf(bounces, BOUNCES[age][window]), what: 'Too many emails bounce' },
    { level: levelOf(complaints, COMPLAINTS[age][window]), what: 'Too many recipients complain' },
  ]);
}

function levelOf(value: number, { warning, critical }: Thresholds): Level {
  if (value >= critical) return 'critical';
  return value >= warning ? 'warning' : 'healthy';
}

const RANK: Level[] = ['healthy', 'warning', 'critical'];
const lower = (a: Level, b: Level): Level => (RANK.indexOf(a) < RANK.indexOf(b) ? a : b);
