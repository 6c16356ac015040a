import type { DnsRecord } from '../../contract/domains.ts';

/** Why what DNS returned does not do what the record is for; undefined: it does. Pure. */
export function mismatch(expected: DnsRecord, actual: string[]): string | undefined {
  switch (expected.purpose) {
    case 'SPF':
      return spfMismatch(expected.value, actual);
    case 'DMARC':
      return dmarcMismatch(actual);
    case 'DKIM':
      return expected.type === 'TXT' ? dkimMismatch(expected.value, actual) : hostMismatch(expected.value, actual);
    default:
      return hostMismatch(expected.value, actual.map(withoutPriority));
  }
}

const withoutPriority = (mx: string): string => mx.replace(/^\d+ /, '');

/** Host names compare without case and without the final dot. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');

function hostMismatch(expected: string, actual: string[]): string | undefined {
  if (actual.some((host) => plainHost(host) === plainHost(expected))) return undefined;
  return `It points to ${actual.join(', ')} instead of ${expected}`;
}

/** `a=1; b = 2` → tags. White space means nothing (RFC 6376, 3.2), and quotes are pasted in by mistake. */
function tagsOf(text: string): Map<string, string> {
  const tags = text
    .replace(/[\s"]/g, '')
    .split(';')
    .filter(Boolean)
    .map((tag): [string, string] => {
      const [name, ...value] = tag.split('=');
      return [(name ?? '').toLowerCase(), value.join('=')];
    });
  return new Map(tags);
}

function dkimMismatch(expected: string, actual: string[]): string | undefined {
  const key = tagsOf(expected).get('p');
  const published = actual.map(tagsOf);
  const ours = published.find((tags) => tags.get('p') === key);
  if (ours) return dkimUnusable(ours);
  if (published.some((tags) => tags.get('p') === '')) return 'The key is revoked: p= is empty';
  if (published.some((tags) => key?.startsWith(tags.get('p') ?? '-'))) {
    return 'The key is cut off: enter the whole value, in several quoted parts if the provider limits its length';
  }
  return 'The record holds another key';
}

/** The right key, restricted so that receivers refuse our signatures (RFC 6376, 3.6.1). */
function dkimUnusable(tags: Map<string, string>): string | undefined {
  const has = (tag: string, wanted: string): boolean => (tags.get(tag) ?? wanted).split(':').includes(wanted);
  if (!has('v', 'DKIM1')) return 'v= must be DKIM1';
  if (!has('k', 'rsa')) return 'k= must be rsa';
  if (!has('h', 'sha256')) return 'h= must allow sha256';
  if (!has('s', '*') && !has('s', 'email')) return 's= must allow email';
  return undefined;
}

const unquoted = (text: string): string => text.replaceAll('"', '').trim().toLowerCase();

function spfMismatch(expected: string, actual: string[]): string | undefined {
  const policies = actual.map(unquoted).filter((text) => /^v=spf1(\s|$)/.test(text));
  // RFC 7208, 4.5: several make every check a permanent error.
  if (policies.length > 1) return 'There are several v=spf1 records: merge them into one';
  const [policy] = policies;
  if (policy === undefined) return 'There is no v=spf1 record';
  const mechanism = expected.split(' ')[1] ?? '';
  const present = policy.split(/\s+/).map((term) => term.replace(/^\+/, ''));
  return present.includes(mechanism) ? undefined : `The v=spf1 record does not contain ${mechanism}`;
}

function dmarcMismatch(actual: string[]): string | undefined {
  const policies = actual.filter((text) => /^v\s*=\s*dmarc1\s*(;|$)/.test(unquoted(text)));
  if (policies.length === 1) return undefined;
  return policies.length === 0 ? 'There is no v=DMARC1 record' : 'There are several v=DMARC1 records: keep one';
}
