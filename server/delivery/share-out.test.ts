import { describe, expect, it } from 'vitest';
import { shareOut } from './share-out.ts';

const unlimited = () => Number.POSITIVE_INFINITY;

describe('sharing a claim out', () => {
  it('gives projects of one priority equal parts', () => {
    const queues = [
      { priority: 2, projectId: 'a', lane: 'x' },
      { priority: 2, projectId: 'b', lane: 'x' },
    ];
    expect(shareOut(queues, 100, unlimited).map(({ limit }) => limit)).toEqual([50, 50]);
  });

  it('splits the part of a project between its lanes', () => {
    const queues = [
      { priority: 2, projectId: 'a', lane: 'x' },
      { priority: 2, projectId: 'a', lane: 'y' },
      { priority: 2, projectId: 'b', lane: 'z' },
    ];
    expect(shareOut(queues, 100, unlimited).map(({ limit }) => limit)).toEqual([25, 25, 50]);
  });

  it('offers every priority the whole claim: the urgent one fills first', () => {
    const queues = [
      { priority: 0, projectId: 'a', lane: 'x' },
      { priority: 2, projectId: 'b', lane: 'x' },
    ];
    expect(shareOut(queues, 100, unlimited).map(({ limit }) => limit)).toEqual([100, 100]);
  });

  it('leaves out a project whose rate is spent', () => {
    const queues = [
      { priority: 0, projectId: 'a', lane: 'x' },
      { priority: 0, projectId: 'b', lane: 'x' },
    ];
    const shares = shareOut(queues, 100, (id) => (id === 'a' ? 0.4 : 7));
    expect(shares).toEqual([{ priority: 0, projectId: 'b', lane: 'x', limit: 7 }]);
  });
});
