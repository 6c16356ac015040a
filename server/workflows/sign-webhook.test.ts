import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { aProject } from '../../test/world.ts';
import { webhookSecret } from '../projects/webhook-secret.ts';
import { signedHeaders } from './sign-webhook.ts';

it('a receiver verifies the signature with the secret of the project, and refuses another body', async () => {
  const acme = await aProject();
  const secret = await webhookSecret(acme.ctx);
  const body = JSON.stringify({ contact: { email: 'zoë@example.com' } });
  const headers = signedHeaders(secret, { id: 'msg_1', at: new Date(), body });
  expect(new Webhook(secret).verify(body, headers)).toEqual({ contact: { email: 'zoë@example.com' } });
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

it('a project keeps its secret, and nobody else has the same', async () => {
  const [acme, other] = [await aProject(), await aProject()];
  const asked = await Promise.all(Array.from({ length: 5 }, () => webhookSecret(acme.ctx)));
  expect(new Set(asked).size).toBe(1);
  expect(asked[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await webhookSecret(other.ctx)).not.toBe(asked[0]);
});
