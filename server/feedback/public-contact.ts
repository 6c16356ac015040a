import { setSubscription } from '../contacts/set-subscription.ts';
import type { ContactPage } from '../delivery/links.ts';
import type { BaseCtx } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { type Addressee, findAddressee } from './addressee.ts';

export async function getPublicContact(ctx: BaseCtx, token: string) {
  const { id, email, subscribed, locale, projectLanguage } = await getAddressee(ctx, token, [
    'unsubscribe',
    'subscribe',
    'manage',
  ]);
  return { id, email, subscribed, language: locale || projectLanguage || 'en' };
}

export async function changePublicContact(ctx: BaseCtx, token: string, wish: 'subscribe' | 'unsubscribe') {
  const person = await getAddressee(ctx, token, [wish, 'manage']);
  const subscribed = wish === 'subscribe';
  await setSubscription(person.ctx, [{ contactId: person.id, emailId: person.emailId }], subscribed);
  return { id: person.id, email: person.email, subscribed };
}

async function getAddressee(ctx: BaseCtx, token: string, pages: ContactPage[]): Promise<Addressee> {
  const person = await findAddressee(ctx, pages, token);
  if (!person) throw notFound('Contact');
  return person;
}
