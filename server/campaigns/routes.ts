import * as tools from '../../contract/campaign-tools.ts';
import * as contract from '../../contract/campaigns.ts';
import { route } from '../platform/http/router.ts';
import { previewAudience } from './audience.ts';
import { getCampaign } from './campaign.ts';
import { campaignStats } from './campaign-stats.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign } from './cancel-campaign.ts';
import { createCampaign, deleteCampaign, duplicateCampaign, updateCampaign } from './edit-campaign.ts';
import { exportRecipients } from './export-recipients.ts';
import { listCampaigns } from './list-campaigns.ts';
import { listRecipients, retryCampaign } from './recipients.ts';
import { sendCampaign } from './send-campaign.ts';
import { testCampaign } from './test-campaign.ts';

export const campaignRoutes = [
  route(contract.listCampaigns).to((ctx, { query }) => listCampaigns(ctx, query)),
  route(contract.createCampaign).to(async (ctx, { body }) => ({
    success: true,
    data: await createCampaign(ctx, body),
  })),
  route(contract.getCampaign).to(async (ctx, { params }) => ({
    success: true,
    data: await getCampaign(ctx, params.id),
  })),
  route(contract.updateCampaign).to(async (ctx, { params, body }) => ({
    success: true,
    data: await updateCampaign(ctx, params.id, body),
  })),
  route(contract.deleteCampaign).to((ctx, { params }) => deleteCampaign(ctx, params.id)),
  route(contract.duplicateCampaign).to((ctx, { params }) => duplicateCampaign(ctx, params.id)),
  route(contract.sendCampaign).to((ctx, { params, body }) => sendCampaign(ctx, params.id, body ?? {})),
  route(contract.cancelCampaign).to((ctx, { params }) => cancelCampaign(ctx, params.id)),
  route(tools.pauseCampaign).to((ctx, { params }) => pauseCampaign(ctx, params.id)),
  route(tools.resumeCampaign).to((ctx, { params }) => resumeCampaign(ctx, params.id)),
  route(contract.testCampaign).to((ctx, { params, body }) => testCampaign(ctx, params.id, body.email)),
  route(contract.campaignStats).to((ctx, { params }) => campaignStats(ctx, params.id)),
  route(tools.previewAudience).to((ctx, { params }) => previewAudience(ctx, params.id)),
  route(tools.listRecipients).to((ctx, { params, query }) =>
    query.format === 'csv' ? exportRecipients(ctx, params.id, query.status) : listRecipients(ctx, params.id, query),
  ),
  route(tools.retryCampaign).to((ctx, { params, body }) => retryCampaign(ctx, params.id, body?.statuses)),
];
