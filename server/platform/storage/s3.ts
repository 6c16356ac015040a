import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { seconds } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Storage } from './storage.ts';

/** Names are never used twice, so whatever was read once stays true. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function createS3Storage(settings: NonNullable<Config['s3']>): Storage {
  const { bucket, region, endpoint, credentials, publicUrl } = settings;
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    // Newer checksums are Amazon's own: other services refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: seconds(30), connectionTimeout: seconds(5) },
  });
  return {
    put: async ({ key, content, contentType }) => {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: content,
          ContentType: contentType,
          ContentDisposition: 'inline',
          CacheControl: FOR_EVER,
        }),
      );
      return `${publicUrl}/${key}`;
    },
  };
}
