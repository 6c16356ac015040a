import { z } from 'zod';
import { flag, port, webUrl } from './setting-kinds.ts';
import { StartError } from './start-error.ts';

/** The settings of what can be switched on beside the mail itself. */
export const serviceSettings = {
  AUTO_PROJECT_DISABLE: flag.default(true),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_ID: z.string().optional(),
  STRIPE_METER_EVENT: z.string().optional(),
  STRIPE_API_URL: webUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: webUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: webUrl.optional(),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
};

const shape = z.object(serviceSettings);
type Settings = z.infer<typeof shape>;

export const servicesOf = (settings: Settings) => ({
  /** Projects whose mail bounces or is complained about too often are suspended. */
  autoProjectDisable: settings.AUTO_PROJECT_DISABLE,
  /** Undefined: nothing is billed. */
  stripe: stripeOf(settings),
  /** Undefined: uploads are kept in the data directory. */
  s3: s3Of(settings),
  /** On a port of their own, or behind a token; neither: none. */
  metrics: { port: settings.METRICS_PORT, token: settings.METRICS_TOKEN },
});

function stripeOf(settings: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_ID: priceId } = settings;
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new StartError('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY');
  if (!priceId) throw new StartError('STRIPE_PRICE_ID: required with STRIPE_SECRET_KEY');
  const { STRIPE_METER_EVENT: meterEvent, STRIPE_API_URL: apiUrl } = settings;
  return { secretKey, webhookSecret, priceId, meterEvent, apiUrl };
}

function s3Of(settings: Settings) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!bucket) return undefined;
  if (!accessKeyId !== !secretAccessKey) {
    throw new StartError('S3_SECRET_ACCESS_KEY: required together with S3_ACCESS_KEY_ID, or neither of them');
  }
  const { S3_REGION: region, S3_ENDPOINT: endpoint } = settings;
  const bucketUrl = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  return {
    bucket,
    region,
    endpoint,
    /** Undefined: those of the usual AWS variables. */
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    publicUrl: settings.S3_PUBLIC_URL ?? bucketUrl,
  };
}
