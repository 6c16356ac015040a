import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

const aboutDomain = z.object({ domainId: z.uuid() });

export const domainVerified = job('domain.verified', aboutDomain);

/** A domain that was verified has lost its records. */
export const domainLost = job('domain.lost', aboutDomain);

/** By name, because the row is gone. */
export const domainRemoved = job('domain.removed', z.object({ domain: z.string() }));
