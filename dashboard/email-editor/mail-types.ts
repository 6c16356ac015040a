import type { Template } from '../../contract/templates.ts';

export const MAIL_TYPES: { value: Template['type']; label: string; help: string }[] = [
  { value: 'MARKETING', label: 'Marketing', help: 'Only to subscribed contacts, with an unsubscribe footer' },
  { value: 'TRANSACTIONAL', label: 'Transactional', help: 'Receipts, resets: to anybody, without a footer' },
  { value: 'HEADLESS', label: 'Headless', help: 'Only to subscribed contacts; the footer is yours' },
];

export const typeLabel = (type: Template['type']): string =>
  MAIL_TYPES.find(({ value }) => value === type)?.label ?? type;
