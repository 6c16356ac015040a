import type { S3 } from '@aws-sdk/client-s3';
import { seconds } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Storage } from './storage.ts';

/** Names are never used twice, so whatever was read once stays true. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function createS3Storage(settings: NonNullable<Config['s3']>): Storage {
  let client: Promise<S3> | undefined;
  return {
    put: async ({ key, content, contentType }) => {
      client ??= createClient(settings);
      await (await client).putObject({
        Bucket: settings.bucket,
        Key: key,
        Body: content,
        ContentType: contentType,
        ContentDisposition: 'inline',
        CacheControl: FOR_EVER,
      });
      return `${settings.publicUrl}/${key}`;
    },
  };
}

async function createClient({ region, endpoint, credentials }: NonNullable<Config['s3']>): Promise<S3> {
  // Loaded only where a bucket is used: the SDK takes 15 MB.
  const { S3 } = await import('@aws-sdk/client-s3');
  return new S3({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    // Newer checksums are Amazon's own: other services refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: seconds(30), connectionTimeout: seconds(5) },
  });
}
