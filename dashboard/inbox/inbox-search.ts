export const MAIL_TABS = ['html', 'text', 'headers', 'source', 'attachments'] as const;
export type MailTab = (typeof MAIL_TABS)[number];

export interface InboxSearch {
  /** What the list is filtered by. */
  q?: string;
  tab?: MailTab;
  /** Width of the preview; without it, as wide as there is room. */
  width?: 'phone';
}

/** What the URL of the inbox may say; the rest is ignored. */
export function inboxSearch(raw: Record<string, unknown>): InboxSearch {
  const tab = MAIL_TABS.find((each) => each === raw.tab);
  const q = raw.q === undefined ? '' : String(raw.q);
  return {
    ...(q ? { q } : {}),
    ...(tab ? { tab } : {}),
    ...(raw.width === 'phone' ? { width: 'phone' } : {}),
  };
}
