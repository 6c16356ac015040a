import { describe, expect, it } from 'vitest';
import { readToken, signToken } from './signed-token.ts';

const SECRET = 'a secret that only tests use, long enough';
const payload = Buffer.from('0190a5d1ac96774bbcceb302099a8057', 'hex');

describe('a signed token', () => {
  it('gives its payload back', () => {
    expect(readToken(SECRET, 'open', signToken(SECRET, 'open', payload))).toEqual(payload);
  });

  it('is URL-safe and carries ids as bytes', () => {
    expect(signToken(SECRET, 'open', payload)).toMatch(/^[\w-]{43}$/);
  });

  it('holds for no other purpose, secret or context', () => {
    const token = signToken(SECRET, 'click', payload, 'https://a.test/');
    expect(readToken(SECRET, 'click', token, 'https://a.test/')).toEqual(payload);
    expect(readToken(SECRET, 'open', token, 'https://a.test/')).toBeUndefined();
    expect(readToken(`${SECRET}!`, 'click', token, 'https://a.test/')).toBeUndefined();
    expect(readToken(SECRET, 'click', token, 'https://b.test/')).toBeUndefined();
    expect(readToken(SECRET, 'click', token)).toBeUndefined();
  });

  it('lets no byte move between payload and context', () => {
    const token = Buffer.from(signToken(SECRET, 'click', 'ab', 'c'), 'base64url');
    const moved = Buffer.concat([Buffer.from('abc'), token.subarray(2)]).toString('base64url');
    expect(readToken(SECRET, 'click', moved, '')).toBeUndefined();
  });

  it('is refused with any one character changed', () => {
    const token = signToken(SECRET, 'open', payload);
    for (let i = 0; i < token.length; i++) {
      const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
      expect(readToken(SECRET, 'open', changed)).toBeUndefined();
    }
  });

  it.each(['', 'A', '!!!!', 'ä'.repeat(60), 'A'.repeat(5000), ' ', '='])('is not the text %j', (text) => {
    expect(readToken(SECRET, 'open', text)).toBeUndefined();
  });

  it('has one spelling only', () => {
    const token = signToken(SECRET, 'open', payload);
    expect(readToken(SECRET, 'open', `${token}=`)).toBeUndefined();
    expect(readToken(SECRET, 'open', ` ${token}`)).toBeUndefined();
  });
});
