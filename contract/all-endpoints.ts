import { contactEndpoints } from './contacts.ts';
import { domainEndpoints } from './domains.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { publicContactEndpoints } from './public-contacts.ts';
import { suppressionEndpoints } from './suppressions.ts';
import { templateEndpoints } from './templates.ts';
import { trackEndpoints } from './track.ts';
import { verifyEndpoints } from './verify.ts';
import './issue-messages.ts';

/** What the outside sees: mounting, OpenAPI, the tenancy test and the reference page read this list. */
export const allEndpoints = [
  ...trackEndpoints,
  ...verifyEndpoints,
  ...contactEndpoints,
  ...eventEndpoints,
  ...domainEndpoints,
  ...publicContactEndpoints,
  ...suppressionEndpoints,
  ...templateEndpoints,
] as unknown as AnyEndpoint[];
