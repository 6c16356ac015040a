import { describe, expect, it } from 'vitest';
import { planDataChange, unwrapTransient } from './contact-data.ts';

describe('the contact data write rules', () => {
  it.each([
    ['a string is stored', { plan: 'pro' }, { set: { plan: 'pro' }, remove: [] }],
    ['a number is stored', { age: 0 }, { set: { age: 0 }, remove: [] }],
    ['a boolean is stored', { vip: false }, { set: { vip: false }, remove: [] }],
    ['null deletes', { plan: null }, { set: {}, remove: ['plan'] }],
    ['an empty string is ignored', { plan: '' }, { set: {}, remove: [] }],
    ['a non-persistent value is not stored', { code: { value: 'X', persistent: false } }, { set: {}, remove: [] }],
    [
      'persistent: true is an ordinary object',
      { code: { value: 'X', persistent: true } },
      { set: { code: { value: 'X', persistent: true } }, remove: [] },
    ],
    [
      'arrays and objects are stored as given',
      { tags: ['a'], address: { city: 'Bern' } },
      {
        set: { tags: ['a'], address: { city: 'Bern' } },
        remove: [],
      },
    ],
    [
      'reserved keys are dropped',
      { id: 1, plunk_id: 1, plunk_email: 1, email: 'x', unsubscribeUrl: 'x', subscribeUrl: 'x', manageUrl: 'x', ok: 1 },
      { set: { ok: 1 }, remove: [] },
    ],
    ['keys like subscribed are ordinary', { subscribed: 'maybe' }, { set: { subscribed: 'maybe' }, remove: [] }],
    ['nothing given changes nothing', undefined, { set: {}, remove: [] }],
  ])('%s', (_, data, change) => {
    expect(planDataChange(data)).toEqual(change);
  });

  it('a locale must be text', () => {
    expect(() => planDataChange({ locale: 7 })).toThrow('data.locale must be a string');
    expect(planDataChange({ locale: 'de' }).set).toEqual({ locale: 'de' });
    expect(planDataChange({ locale: null }).remove).toEqual(['locale']);
    expect(planDataChange({ locale: '' })).toEqual({ set: {}, remove: [] });
  });

  it('templates see the value inside a non-persistent wrapper', () => {
    expect(unwrapTransient({ code: { value: 'X', persistent: false }, plan: 'pro' })).toEqual({
      code: 'X',
      plan: 'pro',
    });
  });
});
