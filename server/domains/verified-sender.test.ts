import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';
import { AppError } from '../platform/errors.ts';
import { assertVerifiedSender } from './verified-sender.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: 'sender.test' });
});

const refusal = (address: string, ctx = acme.ctx): Promise<AppError | undefined> =>
  assertVerifiedSender(ctx, address).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );

describe('the sender of a mail', () => {
  it.each(['hello@sender.test', 'Hello@SENDER.Test'])('may be %s once the domain is verified', async (address) => {
    expect(await refusal(address)).toBeUndefined();
  });

  it('is refused with three different messages, each 403 with the code that api.md gives', async () => {
    const other = await aProject();
    await acme.request('POST', '/domains', { body: { domain: 'pending.sender.test' } });
    const refusals = [
      await refusal('a@unknown.test'),
      await refusal('a@sender.test', other.ctx),
      await refusal('a@pending.sender.test'),
    ];
    for (const error of refusals) expect(error).toMatchObject({ status: 403, code: 'INTERNAL_SERVER_ERROR' });
    expect(refusals.map((error) => error?.message)).toEqual([
      expect.stringContaining('is not registered'),
      expect.stringContaining('belongs to another project'),
      expect.stringContaining('is not verified'),
    ]);
  });

  it.each(['mail.sender.test', 'ender.test', 'sender.test.evil.test'])('is not matched by %s', async (domain) => {
    expect((await refusal(`a@${domain}`))?.message).toMatch('is not registered');
  });

  it.each(['sender.test', '@sender.test', 'a@', 'a@b@sender.test', 'a@sender.test@', ''])(
    'is a bad request as %j',
    async (address) => {
      expect(await refusal(address)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    },
  );
});
