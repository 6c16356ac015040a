import * as emails from '../../contract/emails.ts';
import * as inbox from '../../contract/inbox.ts';
import { previewTemplate } from '../../contract/templates.ts';
import { route } from '../platform/http/router.ts';
import { emptyInbox, getCaptured, listInbox } from './inbox.ts';
import { listEmails } from './list-emails.ts';
import { previewDraft } from './preview-draft.ts';
import { readEmail } from './read-email.ts';

export const deliveryRoutes = [
  route(previewTemplate).to((ctx, { body }) => previewDraft(ctx, body)),
  route(emails.listEmails).to((ctx, { query }) => listEmails(ctx, query)),
  route(emails.getEmail).to((ctx, { params }) => readEmail(ctx, params.id)),
  route(inbox.listInbox).to((ctx, { query }) => listInbox(ctx, query)),
  route(inbox.getCaptured).to((ctx, { params }) => getCaptured(ctx, params.id)),
  route(inbox.emptyInbox).to((ctx) => emptyInbox(ctx)),
];
