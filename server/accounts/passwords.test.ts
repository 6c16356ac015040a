import { describe, expect, it } from 'vitest';
import { aProject, signedIn } from '../../test/world.ts';
import { hashPassword, isPassword } from './passwords.ts';

describe('a stored password', () => {
  it('is an argon2id hash with its own salt, and knows its password', async () => {
    const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword('correct horse', one)).toBe(true);
    expect(await isPassword('correct horsf', one)).toBe(false);
  });

  it('of an earlier, cheaper cost is still understood', async () => {
    const cheap = '$argon2id$v=19$m=16,t=2,p=1$MTIzNDU2Nzg$V+ywh5MFLBvxwoKlvs0Wmg';
    expect(await isPassword('anything else', cheap)).toBe(false);
  });

  it('that is missing fits nothing', async () => {
    expect(await isPassword('', null)).toBe(false);
    expect(await isPassword('correct horse', undefined)).toBe(false);
  });
});

/** Half of all measurements are smaller: one slow moment of the machine does not move it. */
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;

it('a login takes as long for an address that nobody has as for a known one', async () => {
  const acme = await aProject();
  const times = { known: [] as number[], unknown: [] as number[], passwordless: [] as number[] };
  for (let i = 0; i < 15; i++) {
    const addresses = {
      known: (await signedIn(acme, 'MEMBER', { password: 'the right one' })).email,
      unknown: `${crypto.randomUUID()}@people.test`,
      passwordless: (await signedIn(acme, 'MEMBER')).email,
    };
    for (const kind of ['known', 'unknown', 'passwordless'] as const) {
      const body = { email: addresses[kind], password: 'a wrong one' };
      const started = performance.now();
      const { status } = await acme.request('POST', '/auth/login', { key: 'none', body });
      times[kind].push(performance.now() - started);
      expect(status).toBe(401);
    }
  }
  // Hashing takes tens of milliseconds; without it an answer comes in two or three.
  const [known, unknown, passwordless] = [median(times.known), median(times.unknown), median(times.passwordless)];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
  expect(passwordless / known).toBeGreaterThan(0.5);
  expect(passwordless / known).toBeLessThan(2);
});
