import { accountEndpoints } from './accounts.ts';
import { activityEndpoints } from './activity.ts';
import { analyticsEndpoints } from './analytics.ts';
import { billingEndpoints } from './billing.ts';
import { campaignToolEndpoints } from './campaign-tools.ts';
import { campaignEndpoints } from './campaigns.ts';
import { configEndpoints } from './config.ts';
import { contactToolEndpoints } from './contact-tools.ts';
import { contactEndpoints } from './contacts.ts';
import { domainEndpoints } from './domains.ts';
import { emailEndpoints } from './emails.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { inboxEndpoints } from './inbox.ts';
import { memberEndpoints } from './members.ts';
import { projectEndpoints } from './projects.ts';
import { publicContactEndpoints } from './public-contacts.ts';
import { securityEndpoints } from './security.ts';
import { segmentEndpoints } from './segments.ts';
import { sendEndpoints } from './send.ts';
import { suppressionEndpoints } from './suppressions.ts';
import { templateEndpoints } from './templates.ts';
import { trackEndpoints } from './track.ts';
import { uploadEndpoints } from './uploads.ts';
import { verifyEndpoints } from './verify.ts';
import { executionEndpoints } from './workflow-executions.ts';
import { graphEndpoints } from './workflow-graph.ts';
import { workflowEndpoints } from './workflows.ts';
import './issue-messages.ts';

/** What the outside sees: mounting, OpenAPI, the tenancy test and the reference page read this list. */
export const allEndpoints = [
  ...sendEndpoints,
  ...trackEndpoints,
  ...emailEndpoints,
  ...inboxEndpoints,
  ...verifyEndpoints,
  ...contactEndpoints,
  ...contactToolEndpoints,
  ...eventEndpoints,
  ...domainEndpoints,
  ...publicContactEndpoints,
  ...segmentEndpoints,
  ...suppressionEndpoints,
  ...templateEndpoints,
  ...campaignEndpoints,
  ...campaignToolEndpoints,
  ...activityEndpoints,
  ...analyticsEndpoints,
  ...billingEndpoints,
  ...securityEndpoints,
  ...uploadEndpoints,
  ...accountEndpoints,
  ...projectEndpoints,
  ...memberEndpoints,
  ...configEndpoints,
  ...workflowEndpoints,
  ...graphEndpoints,
  ...executionEndpoints,
] as unknown as AnyEndpoint[];
