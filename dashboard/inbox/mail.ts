import type { z } from 'zod';
import type { getCaptured, listInbox } from '../../contract/inbox.ts';

export type ListPage = z.infer<typeof listInbox.response>;
export type Mail = ListPage['data'][number];
export type MailDetail = z.infer<typeof getCaptured.response>;
export type Attachment = MailDetail['attachments'][number];
