import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../platform/uuid.ts';
import { readVerp, verpAddress } from './verp.ts';

const config = { secret: 'a secret that only tests use, long enough', bounceDomain: 'bounces.acme.test' };
const someIds = () => ({ projectId: uuidV7(new Date()), emailId: uuidV7(new Date()) });

describe('the return path of an email', () => {
  it('names the email, also after a server changed its case', () => {
    for (let i = 0; i < 50; i++) {
      const ids = someIds();
      const address = verpAddress(config, ids) as string;
      expect(readVerp(config, address)).toEqual(ids);
      expect(readVerp(config, address.toUpperCase())).toEqual(ids);
    }
  });

  it('fits into a local part', () => {
    const [local, domain] = (verpAddress(config, someIds()) as string).split('@');
    expect(local?.length).toBeLessThanOrEqual(64);
    expect(local).toMatch(/^b\+[a-z2-7]+$/);
    expect(domain).toBe('bounces.acme.test');
  });

  it('does not exist without a bounce domain', () => {
    expect(verpAddress({ ...config, bounceDomain: undefined }, someIds())).toBeUndefined();
  });

  it('cannot be made up', () => {
    const address = verpAddress(config, someIds()) as string;
    const forged = address.replace(/^b\+../, (start) => (start === 'b+aa' ? 'b+ab' : 'b+aa'));
    expect(readVerp(config, forged)).toBeUndefined();
    expect(readVerp({ ...config, secret: 'another secret, also long enough for it' }, address)).toBeUndefined();
    expect(readVerp({ ...config, bounceDomain: 'elsewhere.test' }, address)).toBeUndefined();
  });

  it.each(['', '@', 'b+@bounces.acme.test', 'postmaster@bounces.acme.test', `b+${'a'.repeat(61)}@bounces.acme.test`])(
    'is not %j',
    (address) => {
      expect(readVerp(config, address)).toBeUndefined();
    },
  );
});
