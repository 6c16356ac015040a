import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

/** By address, known or not: looking it up where the caller waits would tell by the time it takes. */
export const passwordResetAsked = job('account.password-reset-asked', z.object({ email: z.string() }));

/** It was reset or deleted: its rows are to go. */
export const projectWiped = job('project.wiped', z.object({}));
