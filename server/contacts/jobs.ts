import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

const aboutJob = z.object({ jobId: z.string() });

/** A file of contacts was uploaded. */
export const importUploaded = job('contacts.import-uploaded', aboutJob);

/** Many contacts are to be subscribed, unsubscribed or deleted. */
export const bulkChangeAsked = job('contacts.bulk-change-asked', aboutJob);
