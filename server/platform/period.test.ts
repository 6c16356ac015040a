import { describe, expect, it } from 'vitest';
import { readPeriod, splitIntoDays } from './period.ts';

const NOW = new Date('2026-11-15T06:30:00.000Z');
const at = (text: string): Date => new Date(text);

describe('readPeriod', () => {
  it('means the last 30 days, today included, when nothing is asked', () => {
    expect(readPeriod(NOW, {})).toEqual({ start: at('2026-10-17'), end: at('2026-11-16') });
  });

  it.each([
    ['2026-11-01', '2026-11-03', '2026-11-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['2026-11-01T10:00:00Z', '2026-11-03T12:00:00Z', '2026-11-01T10:00:00Z', '2026-11-03T12:00:00.001Z'],
    ['2026-11-01T12:00:00+02:00', '2030-01-01', '2026-11-01T10:00:00Z', '2026-11-16T00:00:00Z'],
  ])('from %s to %s, both included, and not beyond today', (startDate, endDate, start, end) => {
    expect(readPeriod(NOW, { startDate, endDate })).toEqual({ start: at(start), end: at(end) });
  });

  it('counts the days back from a given end', () => {
    expect(readPeriod(NOW, { endDate: '2026-10-30' })).toEqual({ start: at('2026-10-01'), end: at('2026-10-31') });
  });

  it.each(['yesterday', '', '2026-13-01', '-271821-04-20', '99999-01-01'])('refuses "%s"', (text) => {
    expect(() => readPeriod(NOW, { startDate: text })).toThrow('startDate is not a date');
    expect(() => readPeriod(NOW, { endDate: text })).toThrow('endDate is not a date');
  });
});

describe('splitIntoDays', () => {
  it.each([
    ['2026-11-01', '2026-11-03', { from: '2026-11-01', before: '2026-11-03' }, []],
    [
      '2026-11-01T05:00Z',
      '2026-11-03',
      { from: '2026-11-02', before: '2026-11-03' },
      [['2026-11-01T05:00Z', '2026-11-02']],
    ],
    [
      '2026-11-01',
      '2026-11-03T05:00Z',
      { from: '2026-11-01', before: '2026-11-03' },
      [['2026-11-03', '2026-11-03T05:00Z']],
    ],
    ['2026-11-01T05:00Z', '2026-11-01T06:00Z', undefined, [['2026-11-01T05:00Z', '2026-11-01T06:00Z']]],
    ['2026-11-01T05:00Z', '2026-11-01T04:00Z', undefined, []],
  ])('%s to %s', (start, end, whole, edges) => {
    expect(splitIntoDays({ start: at(start), end: at(end) })).toEqual({
      whole,
      edges: edges.map(([from, to]) => ({ start: at(from as string), end: at(to as string) })),
    });
  });

  it('leaves an end open that nobody gave', () => {
    expect(splitIntoDays({})).toEqual({ whole: { from: undefined, before: undefined }, edges: [] });
    expect(splitIntoDays({ start: at('2026-11-01T05:00Z') })).toMatchObject({
      whole: { from: '2026-11-02' },
      edges: [{}],
    });
  });
});
