import { describe, expect, it } from 'vitest';
import { type Columns, planColumns, readRow, typedValue } from './import-rows.ts';

describe('the columns of a header', () => {
  it('email and subscribed stand anywhere, in any case; custom names keep theirs', () => {
    expect(planColumns([' firstName ', 'EMAIL', 'Subscribed', 'data.plan'])).toEqual({
      count: 4,
      email: 1,
      subscribed: 2,
      data: [
        { index: 0, key: 'firstName' },
        { index: 3, key: 'plan' },
      ],
    });
  });

  it('reserved and nameless columns are dropped', () => {
    const header = ['email', 'id', 'createdAt', 'updatedAt', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'];
    expect(planColumns([...header, 'plunk_id', 'plunk_x', '', ' ', 'data.', '__proto__'])?.data).toEqual([]);
  });

  it('without an email column there is no plan', () => {
    expect(planColumns(['name', 'e-mail'])).toBeUndefined();
  });
});

describe('a value', () => {
  it.each([
    ['true', true],
    ['YES', true],
    ['False', false],
    ['no', false],
    ['0', 0],
    ['42', 42],
    ['-7', -7],
    ['3.50', 3.5],
    ['-0.25', -0.25],
    ['007', '007'],
    ['-01', '-01'],
    ['+49301234', '+49301234'],
    ['1e5', '1e5'],
    ['1.', '1.'],
    ['.5', '.5'],
    ['1,5', '1,5'],
    ['0x10', '0x10'],
    ['Infinity', 'Infinity'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.1234567890123456', '0.1234567890123456'],
    ['2026-01-02', '2026-01-02'],
    ['null', 'null'],
    ['plain text', 'plain text'],
  ])('%s', (text, value) => {
    expect(typedValue('key', text)).toBe(value);
  });

  it('a locale stays text, Norwegian too', () => {
    expect(typedValue('locale', 'no')).toBe('no');
  });
});

describe('a row', () => {
  const columns = planColumns(['email', 'subscribed', 'plan', 'note']) as Columns;
  const read = (...cells: string[]) => readRow(columns, { line: 5, cells, end: 0, isUnclosed: false });

  it('becomes a contact: address normalised, values typed, empty cells left out', () => {
    expect(read(' Ada@Example.ORG ', 'yes', ' 7 ', '')).toEqual({
      email: 'ada@example.org',
      subscribed: true,
      change: { set: { plan: 7 }, remove: [] },
    });
  });

  it.each([
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['0', false],
    ['no', false],
    ['whatever', false],
    ['', undefined],
  ])('subscribed: %s', (text, subscribed) => {
    expect(read('a@example.com', text)).toMatchObject({ subscribed });
  });

  it.each([
    ['no address', ['', 'true'], '', 'Email is required'],
    ['no cells', ['  '], '', 'Email is required'],
    ['not an address', ['bad@'], 'bad@', 'Invalid email format'],
    ['an address that is too long', [`${'a'.repeat(250)}@example.com`], expect.any(String), 'Invalid email format'],
    ['more values than columns', ['a@example.com', '1', 'x', 'Doe', 'John'], 'a@example.com', /more values/],
  ])('%s: an error with its line', (_, cells, email, error) => {
    const message = typeof error === 'string' ? error : expect.stringMatching(error);
    expect(read(...cells)).toEqual({ row: 5, email, error: message, reason: message });
  });

  it('empty values past the last column are no harm', () => {
    expect(read('a@example.com', '', '', '', '', ' ')).toHaveProperty('email', 'a@example.com');
  });

  it('an unclosed quote is told where it opens', () => {
    const row = readRow(columns, { line: 3, cells: ['a@example.com', 'x'], end: 0, isUnclosed: true });
    expect(row).toMatchObject({ row: 3, error: expect.stringMatching(/never closed/) });
  });
});
