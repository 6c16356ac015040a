import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

/** Mail of the project bounced for good, or was complained about: is it still fit to send? */
export const mailRefused = job('mail.refused', z.object({}));

/** The use of this month has come near one of the project's caps. */
export const capNear = job(
  'usage.cap-near',
  z.object({ category: z.enum(['workflows', 'campaigns', 'transactional', 'total']), limit: z.int(), usage: z.int() }),
);
