import { randomBytes } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { storageOf } from '../platform/storage/choose-storage.ts';
import { TYPE_BY_EXTENSION } from './image-types.ts';

const EXTENSION_BY_TYPE = new Map(Object.entries(TYPE_BY_EXTENSION).map(([extension, type]) => [type, extension]));

/** Its contents decide what it is; what the sender calls it, and its name, are not trusted. */
export async function uploadImage(ctx: Ctx, image: File) {
  const claimed = image.type.split(';', 1)[0]?.trim().toLowerCase().replace('image/jpg', 'image/jpeg') ?? '';
  const extension = EXTENSION_BY_TYPE.get(claimed);
  if (!extension) throw legacyError(400, 'Only JPEG, PNG, GIF and WebP images can be uploaded');
  const content = new Uint8Array(await image.arrayBuffer());
  const found = await fileTypeFromBuffer(content);
  // A PNG that moves is a PNG to everybody else.
  if (found?.mime.replace('image/apng', 'image/png') !== claimed)
    throw legacyError(400, 'The contents of the file do not match its type');
  const key = `${ctx.projectId}/${ctx.clock.now().getTime()}-${randomBytes(8).toString('hex')}.${extension}`;
  const url = await storageOf(ctx.config)
    .put({ key, content, contentType: claimed })
    .catch((error: unknown) => {
      ctx.log.error({ err: error }, 'an upload could not be stored');
      throw legacyError(503, 'The image could not be stored: try again later');
    });
  return { url, key, filename: image.name, contentType: claimed, size: content.byteLength };
}
