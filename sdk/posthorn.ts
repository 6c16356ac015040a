import {
  listRecipients,
  pauseCampaign,
  previewAudience,
  resumeCampaign,
  retryCampaign,
} from '../contract/campaign-tools.ts';
import {
  campaignStats,
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  listCampaigns,
  sendCampaign,
  testCampaign,
  updateCampaign,
} from '../contract/campaigns.ts';
import { exportContacts, lookupContacts } from '../contract/contact-tools.ts';
import { deleteContact, getContact, listContacts, updateContact, upsertContact } from '../contract/contacts.ts';
import { getEmail, listEmails } from '../contract/emails.ts';
import { listEventNames, listEvents } from '../contract/events.ts';
import {
  addSegmentMembers,
  createSegment,
  deleteSegment,
  getSegment,
  listSegmentContacts,
  listSegments,
  removeSegmentMembers,
  updateSegment,
} from '../contract/segments.ts';
import { sendEmail } from '../contract/send.ts';
import { addSuppression, listSuppressions, removeSuppression } from '../contract/suppressions.ts';
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from '../contract/templates.ts';
import { trackEvent } from '../contract/track.ts';
import { verifyEmail } from '../contract/verify.ts';
import { everyItem, withBody, withId, withIdAndBody, withIdAndQuery, withQuery } from './shapes.ts';
import { type Call, type CallOptions, createCall, type PosthornOptions } from './transport.ts';

export {
  AlreadyAcceptedError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  PosthornError,
  RateLimitError,
  ServerError,
} from './errors.ts';
export type { CallOptions, PosthornOptions } from './transport.ts';

/** A Posthorn server, called as its contract says. Replies are the API's own, as /docs of the server shows them. */
export function createPosthorn(options: PosthornOptions) {
  const call = createCall(options);
  return {
    /** Any endpoint of the contract. */
    call,
    send: withBody(call, sendEmail),
    track: withBody(call, trackEvent),
    verify: withBody(call, verifyEmail),
    contacts: contacts(call),
    templates: {
      list: withQuery(call, listTemplates),
      get: withId(call, getTemplate),
      create: withBody(call, createTemplate),
      update: withIdAndBody(call, updateTemplate),
      delete: withId(call, deleteTemplate),
    },
    segments: segments(call),
    campaigns: campaigns(call),
    emails: {
      list: withQuery(call, listEmails),
      get: withId(call, getEmail),
    },
    events: {
      list: withQuery(call, listEvents),
      names: (options?: CallOptions) => call(listEventNames, {}, options),
    },
    suppressions: {
      list: withQuery(call, listSuppressions),
      add: withBody(call, addSuppression),
      remove: (email: string, options?: CallOptions) => call(removeSuppression, { params: { email } }, options),
    },
  };
}

export type Posthorn = ReturnType<typeof createPosthorn>;

const contacts = (call: Call) => ({
  list: withQuery(call, listContacts),
  /** All of them, page after page. */
  each: everyItem(call, listContacts),
  get: withId(call, getContact),
  upsert: withBody(call, upsertContact),
  update: withIdAndBody(call, updateContact),
  delete: withId(call, deleteContact),
  lookup: withBody(call, lookupContacts),
  exportCsv: withQuery(call, exportContacts),
});

const segments = (call: Call) => ({
  list: (options?: CallOptions) => call(listSegments, {}, options),
  get: withId(call, getSegment),
  create: withBody(call, createSegment),
  update: withIdAndBody(call, updateSegment),
  delete: withId(call, deleteSegment),
  contacts: withIdAndQuery(call, listSegmentContacts),
  addMembers: withIdAndBody(call, addSegmentMembers),
  removeMembers: withIdAndBody(call, removeSegmentMembers),
});

const campaigns = (call: Call) => ({
  list: withQuery(call, listCampaigns),
  get: withId(call, getCampaign),
  create: withBody(call, createCampaign),
  update: withIdAndBody(call, updateCampaign),
  delete: withId(call, deleteCampaign),
  duplicate: withId(call, duplicateCampaign),
  audience: withId(call, previewAudience),
  /** At once, or with `scheduledFor` later. */
  send: (id: string, body: { scheduledFor?: string } = {}, options?: CallOptions) =>
    call(sendCampaign, { params: { id }, body }, options),
  test: withIdAndBody(call, testCampaign),
  cancel: withId(call, cancelCampaign),
  pause: withId(call, pauseCampaign),
  resume: withId(call, resumeCampaign),
  /** Those that failed or whose fate is unknown; by default both. */
  retry: (id: string, body: { statuses?: ('FAILED' | 'UNKNOWN')[] } = {}, options?: CallOptions) =>
    call(retryCampaign, { params: { id }, body }, options),
  stats: withId(call, campaignStats),
  recipients: withIdAndQuery(call, listRecipients),
});
