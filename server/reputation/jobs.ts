import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

/** A project was suspended while emails of it waited in the queue. */
export const projectSuspended = job('project.suspended', z.object({}));
