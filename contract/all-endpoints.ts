import { contactEndpoints } from './contacts.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { trackEndpoints } from './track.ts';
import './issue-messages.ts';

/** What the outside sees: mounting, OpenAPI, the tenancy test and the reference page read this list. */
export const allEndpoints = [...trackEndpoints, ...contactEndpoints, ...eventEndpoints] as unknown as AnyEndpoint[];
