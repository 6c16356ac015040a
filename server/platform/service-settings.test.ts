import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the settings of other services', () => {
  it('are off by default', () => {
    expect(readConfig({})).toMatchObject({
      stripe: undefined,
      s3: undefined,
      metrics: { port: undefined, token: undefined },
      autoProjectDisable: true,
    });
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_1' }, /^STRIPE_WEBHOOK_SECRET: /],
    [{ STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /^STRIPE_PRICE_ID: /],
    [{ STRIPE_API_URL: 'localhost' }, /^STRIPE_API_URL: /],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' }, /^S3_SECRET_ACCESS_KEY: /],
    [{ S3_ENDPOINT: 'minio' }, /^S3_ENDPOINT: /],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: /],
    [{ METRICS_PORT: 'x' }, /^METRICS_PORT: /],
  ])('%j is refused in one line that names what is missing or wrong', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it.each([
    [{}, 'https://pictures.s3.eu-west-1.amazonaws.com'],
    [{ S3_ENDPOINT: 'https://minio.example.com/' }, 'https://minio.example.com/pictures'],
    [{ S3_PUBLIC_URL: 'https://cdn.example.com/' }, 'https://cdn.example.com'],
  ])('a bucket with %j is read at %s', (env, publicUrl) => {
    expect(readConfig({ S3_BUCKET: 'pictures', S3_REGION: 'eu-west-1', ...env }).s3).toMatchObject({ publicUrl });
  });
});
