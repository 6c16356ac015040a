import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

/** The project is gone; what it paid for must end. */
export const subscriptionOrphaned = job('project.subscription-orphaned', z.object({ subscription: z.string() }));
