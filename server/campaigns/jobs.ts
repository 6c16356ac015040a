import { z } from 'zod';
import { job } from '../platform/jobs/job.ts';

const aboutCampaign = z.object({ campaignId: z.uuid() });

/** The time of a campaign has come, or it is to be sent at once. */
export const campaignDue = job('campaign.due', aboutCampaign);

/** A campaign was cancelled while emails of it waited in the queue. */
export const campaignCancelled = job('campaign.cancelled', aboutCampaign);
