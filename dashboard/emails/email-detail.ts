import type { z } from 'zod';
import type { getEmail } from '../../contract/emails.ts';

export type EmailDetail = z.infer<(typeof getEmail)['response']>;
