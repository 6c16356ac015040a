import { describe, expect, it } from 'vitest';
import { branchesOf, type StepType, settingOf } from '../../contract/workflow-steps.ts';
import { type GraphStep, graphOf, nextStep, type Snapshot } from './graph.ts';
import { stepsInCircles, unreachableSteps } from './graph-walks.ts';

const steps = (types: Record<string, StepType>): Snapshot['steps'] =>
  Object.entries(types).map(([id, type]) => ({ id, type, name: id, templateId: null, config: {} }));
const way = (fromStepId: string, toStepId: string, more: Partial<Snapshot['transitions'][number]> = {}) => ({
  ...{ id: `${fromStepId}${toStepId}`, fromStepId, toStepId, branch: null, waitOutcome: null, priority: 0 },
  ...more,
});

describe('the next step', () => {
  const next = (type: StepType, ways: Snapshot['transitions'], outcome: Parameters<typeof nextStep>[2] = {}) => {
    const graph = graphOf({ steps: steps({ from: type, a: 'EXIT', b: 'EXIT', c: 'EXIT' }), transitions: ways });
    return nextStep(graph, graph.steps.get('from') as GraphStep, outcome)?.id;
  };

  it('is the first by priority, then by age', () => {
    expect(next('DELAY', [way('from', 'a', { priority: 2 }), way('from', 'b'), way('from', 'c')])).toBe('b');
    expect(next('DELAY', [])).toBeUndefined();
  });

  it('of a CONDITION is that of its branch, or one that serves them all', () => {
    const ways = [way('from', 'a', { branch: 'yes' }), way('from', 'b', { branch: 'no' })];
    expect(next('CONDITION', ways, { branch: 'no' })).toBe('b');
    expect(next('CONDITION', ways, { branch: 'default' })).toBeUndefined();
    expect(next('CONDITION', [...ways, way('from', 'c')], { branch: 'default' })).toBe('c');
  });

  it('of a wait is that of its outcome before one that serves both', () => {
    const both = way('from', 'a');
    const timeout = way('from', 'b', { waitOutcome: 'TIMEOUT' });
    const event = way('from', 'c', { waitOutcome: 'EVENT' });
    expect(next('WAIT_FOR_EVENT', [both, timeout], { waitOutcome: 'TIMEOUT' })).toBe('b');
    expect(next('WAIT_FOR_EVENT', [both, timeout], { waitOutcome: 'EVENT' })).toBe('a');
    expect(next('WAIT_FOR_EVENT', [both], { waitOutcome: 'TIMEOUT' })).toBe('a');
    expect(next('WAIT_FOR_EVENT', [event], { waitOutcome: 'TIMEOUT' })).toBeUndefined();
  });
});

describe('walks', () => {
  it('tell what no way leads to', () => {
    const types = { t: 'TRIGGER', a: 'DELAY', b: 'DELAY', c: 'EXIT' } as const;
    const graph = graphOf({ steps: steps(types), transitions: [way('t', 'a'), way('b', 'c')] });
    expect([...unreachableSteps(graph)]).toEqual(['b', 'c']);
  });

  it('tell what is in a circle, and not what only leads into one or out of one', () => {
    const types = { t: 'TRIGGER', a: 'DELAY', b: 'DELAY', c: 'DELAY', d: 'EXIT' } as const;
    const ways = [way('t', 'a'), way('a', 'b'), way('b', 'c'), way('c', 'b'), way('c', 'd')];
    expect([...stepsInCircles(graphOf({ steps: steps(types), transitions: ways }))]).toEqual(['b', 'c']);
    expect([...stepsInCircles(graphOf({ steps: steps(types), transitions: ways.slice(0, 3) }))]).toEqual([]);
  });
});

describe('a configuration', () => {
  it.each([
    ['DELAY', { amount: 0.5, unit: 'hours' }, { amount: 0.5, unit: 'hours' }],
    ['DELAY', { amount: 365, unit: 'days' }, { amount: 365, unit: 'days' }],
    ['WAIT_FOR_EVENT', { eventName: ' paid ', timeout: 60 }, { eventName: 'paid', timeout: 60 }],
    ['WAIT_FOR_EVENT', { eventName: 'paid' }, { eventName: 'paid' }],
    ['SEND_EMAIL', { templateId: 'x' }, { recipient: { type: 'CONTACT' } }],
    [
      'SEND_EMAIL',
      { recipient: { type: 'CUSTOM', customEmail: '{{event.from}}' } },
      { recipient: { type: 'CUSTOM', customEmail: '{{event.from}}' } },
    ],
    ['WEBHOOK', { url: 'https://x.test/{{ id }}' }, { url: 'https://x.test/{{ id }}', method: 'POST' }],
    ['UPDATE_CONTACT', { data: { plan: 'pro' } }, { updates: { plan: 'pro' }, subscriptionAction: 'none' }],
    ['EXIT', {}, {}],
  ] as const)('%s %j means %j', (type, config, meant) => {
    expect(settingOf(type, config)).toEqual({ type, config: meant });
  });

  it.each([
    [{ field: 'data.plan', operator: 'exists' }, 'binary'],
    [{ mode: 'multi', field: 'x', branches: [{ id: 'a', name: 'A', operator: 'exists' }] }, 'multi'],
    [{ logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'equals', value: 'x' }] }] }, 'tree'],
  ])('a CONDITION %j is %s', (config, mode) => {
    expect(settingOf('CONDITION', config)).toMatchObject({ type: 'CONDITION', mode });
  });

  it.each([
    ['DELAY', {}, 'The amount of the delay is missing'],
    ['DELAY', { amount: 0, unit: 'days' }, 'A delay must be longer than nothing'],
    ['DELAY', { amount: 1, unit: 'weeks' }, 'The unit of the delay must be minutes, hours or days'],
    ['DELAY', { amount: 366, unit: 'days' }, 'A delay may last 365 days at most'],
    ['WAIT_FOR_EVENT', {}, 'The event name is missing'],
    ['WAIT_FOR_EVENT', { eventName: 'x', timeout: 31_536_001 }, 'The timeout may be 365 days at most'],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM' } }, 'The custom address is missing'],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM', customEmail: 'x' } }, 'The custom address is not valid'],
    ['SEND_EMAIL', { recipient: { type: 'ALL' } }, 'The recipient must be CONTACT or CUSTOM'],
    ['CONDITION', {}, 'The field of the condition is missing'],
    ['CONDITION', { field: 'x', operator: 'like' }, 'The operator of the condition is missing or unknown'],
    ['CONDITION', { mode: 'multi', field: 'x', branches: [] }, 'A condition with several branches needs one at least'],
    ['CONDITION', { logic: 'AND' }, 'groups must be an array'],
    ['WEBHOOK', { url: 'ftp://x' }, 'The URL must begin with http:// or https://'],
    ['WEBHOOK', { url: '{{ url }}' }, 'The URL must begin with http:// or https://'],
    ['WEBHOOK', { url: 'https://x.test', headers: { a: 1 } }, 'Values of headers must be text'],
    ['UPDATE_CONTACT', { updates: [] }, 'The updates must be an object'],
  ] as const)('%s %j: %s', (type, config, problem) => {
    expect(settingOf(type, config)).toEqual({ problem });
  });

  it('the branches of a condition are known also while it is being written', () => {
    expect(branchesOf({})).toEqual(['yes', 'no']);
    expect(branchesOf({ mode: 'multi' })).toEqual(['default']);
    expect(branchesOf({ mode: 'multi', branches: [{ id: 'a' }] })).toEqual(['a', 'default']);
  });
});
