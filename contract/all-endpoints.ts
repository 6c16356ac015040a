import { campaignToolEndpoints } from './campaign-tools.ts';
import { campaignEndpoints } from './campaigns.ts';
import { contactToolEndpoints } from './contact-tools.ts';
import { contactEndpoints } from './contacts.ts';
import { domainEndpoints } from './domains.ts';
import { emailEndpoints } from './emails.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { inboxEndpoints } from './inbox.ts';
import { publicContactEndpoints } from './public-contacts.ts';
import { segmentEndpoints } from './segments.ts';
import { sendEndpoints } from './send.ts';
import { suppressionEndpoints } from './suppressions.ts';
import { templateEndpoints } from './templates.ts';
import { trackEndpoints } from './track.ts';
import { verifyEndpoints } from './verify.ts';
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
] as unknown as AnyEndpoint[];
