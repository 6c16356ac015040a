import { isDisposableEmailDomain } from 'disposable-email-domains-js';
import listedProviders from 'email-providers/all.json' with { type: 'json' };
import visitedProviders from 'email-providers/common.json' with { type: 'json' };

/** Services that give out addresses which forward to the real one. Their subdomains count too: many hand them out. */
const ALIAS_SERVICES = new Set([
  'privaterelay.appleid.com',
  // Firefox Relay
  'mozmail.com',
  'relay.firefox.com',
  // SimpleLogin
  'simplelogin.co',
  'simplelogin.com',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  'silomails.com',
  'aleeas.com',
  'dralias.com',
  '8alias.com',
  '8shield.net',
  // addy.io
  'addy.io',
  'addy.biz',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  // Proton Pass
  'passmail.com',
  'passmail.net',
  'passinbox.com',
  'passfwd.com',
  // DuckDuckGo
  'duck.com',
  '33mail.com',
  // Blur
  'opayq.com',
  'cloak.id',
  'erine.email',
  'use.startmail.com',
]);

// RFC 2606: the list has them, but nobody has a mailbox there.
const RESERVED = new Set(['example.com', 'example.net', 'example.org']);

const freeProviders = new Set(listedProviders.filter((domain) => !RESERVED.has(domain)));
const wellKnownProviders = new Set(visitedProviders);

export const isAliasDomain = (domain: string): boolean => {
  const labels = domain.split('.');
  return labels.some((_, i) => ALIAS_SERVICES.has(labels.slice(i).join('.')));
};

export const isDisposableDomain = (domain: string): boolean => isDisposableEmailDomain(domain);

/** The list also holds look-alikes of big providers (gmal.com): whoever asks must know that it is no typo. */
export const isFreeProvider = (domain: string): boolean => freeProviders.has(domain);

/** Real enough that an address there is not a slip of the pen. */
export const isWellKnown = (domain: string): boolean => wellKnownProviders.has(domain) || isAliasDomain(domain);
