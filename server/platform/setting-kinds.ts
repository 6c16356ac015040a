import { z } from 'zod';

const NOT_A_PORT = 'must be a port: a whole number from 0 to 65535';

export const flag = z.stringbool('must be true or false');
export const port = z.coerce.number(NOT_A_PORT).int(NOT_A_PORT).min(0, NOT_A_PORT).max(65535, NOT_A_PORT);

export const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''));
