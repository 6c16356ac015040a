import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const NONE = 'No image file provided: send it as the multipart field "image"';

export const uploadImage = endpoint({
  method: 'POST',
  path: '/uploads/image',
  access: 'project',
  tag: 'Uploads',
  summary: 'Store a picture for mail: JPEG, PNG, GIF or WebP, at most 10 MB; answers its public address',
  legacyErrors: true,
  upload: { maxFileBytes: MAX_IMAGE_BYTES },
  request: z.object({
    body: z.object(
      {
        image: z.file(NONE).min(1, 'The image is empty').max(MAX_IMAGE_BYTES, 'The image is too large: at most 10 MB'),
      },
      NONE,
    ),
  }),
  response: z.object({
    url: z.string(),
    key: z.string(),
    filename: z.string().describe('As it was sent'),
    contentType: z.string(),
    size: z.int().describe('Bytes'),
  }),
});

export const uploadEndpoints = [uploadImage];
