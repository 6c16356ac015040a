import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../contract/uploads.ts';
import type { BaseCtx } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { route } from '../platform/http/router.ts';
import { pathOnDisk } from '../platform/storage/disk.ts';
import { TYPE_BY_EXTENSION } from './image-types.ts';
import { uploadImage } from './upload-image.ts';

export const uploadRoutes = [route(contract.uploadImage).to((ctx, { body }) => uploadImage(ctx, body.image))];

/** The names that we make, and no others: nothing in them can lead out of the folder. */
const FOLDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^\d{1,16}-[0-9a-f]{16}\.(jpg|png|gif|webp)$/;

// Pictures are shown inside mail, on pages of others; should one ever be opened by itself, it can do nothing.
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};

/** Files of the data directory; those in a bucket are served by the bucket. */
export function serveUploads(app: FastifyInstance, { config }: BaseCtx): void {
  app.get<{ Params: { folder: string; name: string } }>('/uploads/:folder/:name', async (request, reply) => {
    const { folder, name } = request.params;
    const extension = NAME.exec(name)?.[1];
    if (!FOLDER.test(folder) || !extension) throw notFound('File');
    return send(reply, pathOnDisk(config.dataDir, `${folder}/${name}`), TYPE_BY_EXTENSION[extension] as string);
  });
}

async function send(reply: FastifyReply, path: string, contentType: string): Promise<FastifyReply> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw notFound('File');
    throw error;
  });
  const { size } = await file.stat();
  return reply
    .headers(HEADERS)
    .removeHeader('access-control-allow-credentials')
    .header('content-type', contentType)
    .header('content-length', size)
    .send(file.createReadStream());
}
