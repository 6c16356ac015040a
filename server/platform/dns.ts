import { Resolver } from 'node:dns/promises';
import { seconds } from './clock.ts';

/** What DNS says about one name and type. No answer is a value too: it must never pass for "does not exist". */
export type DnsAnswer<T> =
  | { kind: 'found'; values: T[] }
  /** The name exists, without a record of this type. */
  | { kind: 'noData' }
  | { kind: 'noName' }
  | { kind: 'failed'; reason: string };

export interface Mx {
  priority: number;
  exchange: string;
}

export interface Dns {
  /** One text per record: the 255-byte chunks of the wire format are joined. */
  txt(name: string): Promise<DnsAnswer<string>>;
  cname(name: string): Promise<DnsAnswer<string>>;
  mx(name: string): Promise<DnsAnswer<Mx>>;
  ns(name: string): Promise<DnsAnswer<string>>;
  addresses(name: string): Promise<DnsAnswer<string>>;
}

const TIME_LIMIT_MS = seconds(3);
const TRY_MS = 800;

/** Lends a resolver for one piece of work; lookups that are still open after 3 seconds end as failed. */
export async function withDns<T>(servers: string[], work: (dns: Dns) => Promise<T>): Promise<T> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 3 });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), TIME_LIMIT_MS);
  try {
    return await work(dnsOver(resolver));
  } finally {
    clearTimeout(timer);
  }
}

function dnsOver(resolver: Resolver): Dns {
  return {
    txt: async (name) => joined(await answer(resolver.resolveTxt(name))),
    cname: (name) => answer(resolver.resolveCname(name)),
    mx: (name) => answer(resolver.resolveMx(name)),
    ns: (name) => answer(resolver.resolveNs(name)),
    addresses: async (name) =>
      firstFound(await Promise.all([answer(resolver.resolve4(name)), answer(resolver.resolve6(name))])),
  };
}

const joined = (chunks: DnsAnswer<string[]>): DnsAnswer<string> =>
  chunks.kind === 'found' ? { kind: 'found', values: chunks.values.map((parts) => parts.join('')) } : chunks;

const firstFound = (answers: [DnsAnswer<string>, DnsAnswer<string>]): DnsAnswer<string> =>
  answers.find(({ kind }) => kind === 'found') ?? answers.find(({ kind }) => kind === 'failed') ?? answers[0];

async function answer<T>(lookup: Promise<T[]>): Promise<DnsAnswer<T>> {
  try {
    const values = await lookup;
    return values.length > 0 ? { kind: 'found', values } : { kind: 'noData' };
  } catch (error) {
    return meaningOf(error as NodeJS.ErrnoException);
  }
}

function meaningOf(error: NodeJS.ErrnoException): DnsAnswer<never> {
  switch (error.code) {
    case 'ENODATA':
      return { kind: 'noData' };
    case 'ENOTFOUND':
    // A label that is too long: no such name can exist.
    case 'EBADNAME':
      return { kind: 'noName' };
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return { kind: 'failed', reason: 'DNS did not answer in time' };
    case 'ESERVFAIL':
      return { kind: 'failed', reason: 'the name servers of the domain failed (SERVFAIL)' };
    case undefined:
      throw error;
    default:
      return { kind: 'failed', reason: `the DNS lookup failed (${error.code})` };
  }
}
