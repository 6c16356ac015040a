import type { Config } from '../config.ts';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const storages = new WeakMap<Config, Storage>();

/** An S3-compatible bucket by settings, else the data directory, which the server itself serves from. */
export function storageOf(config: Config): Storage {
  const known =
    storages.get(config) ??
    (config.s3 ? createS3Storage(config.s3) : createDiskStorage(config.dataDir, `${config.publicUrl}/uploads`));
  storages.set(config, known);
  return known;
}
