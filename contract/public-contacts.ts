import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const token = z.object({ token: z.string().describe('The last part of the link in an email') });
const state = z.object({ id: z.string(), email: z.string(), subscribed: z.boolean() });

/** What the hosted pages do, for a server with pages of its own: the signed token of a link stands for the contact. */
export const getPublicContact = endpoint({
  method: 'GET',
  path: '/contacts/public/:token',
  access: 'anyone',
  tag: 'Contact preferences',
  summary: 'The contact that an unsubscribe, subscribe or manage link belongs to',
  request: z.object({ params: token }),
  response: state.extend({ language: z.string() }),
});

export const subscribePublicContact = endpoint({
  method: 'POST',
  path: '/contacts/public/:token/subscribe',
  access: 'anyone',
  tag: 'Contact preferences',
  summary: 'Subscribe, with the token of a subscribe or manage link',
  request: z.object({ params: token }),
  response: state,
});

export const unsubscribePublicContact = endpoint({
  method: 'POST',
  path: '/contacts/public/:token/unsubscribe',
  access: 'anyone',
  tag: 'Contact preferences',
  summary: 'Unsubscribe, with the token of an unsubscribe or manage link',
  request: z.object({ params: token }),
  response: state,
});

export const publicContactEndpoints = [getPublicContact, subscribePublicContact, unsubscribePublicContact];
