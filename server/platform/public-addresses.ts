import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface Resolved {
  address: string;
  family: number;
}

/** Which addresses requests on behalf of customers may reach: all, or the public ones and those of the networks named. */
export type PrivateNetworks = 'all' | string[];

const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * Whether an address belongs to the public internet. IPv6 only inside 2000::/3, and there no form that carries an IPv4
 * address inside (6to4, Teredo): a gateway would unpack it behind our back.
 */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST, 3);
}

function mayReach(address: string, allowed: PrivateNetworks): boolean {
  if (allowed === 'all' || isPublic(address)) return true;
  const parsed = ipaddr.parse(address);
  return allowed.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network);
    return parsed.kind() === range.kind() && parsed.match(range, bits);
  });
}

/**
 * The addresses of a host as a URL names it. Undefined when one of them is off limits: an attacker's name server may
 * answer with a public address and a private one, and hope for the second.
 */
export async function reachableAddresses(host: string, allowed: PrivateNetworks): Promise<Resolved[] | undefined> {
  const bare = host.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(bare) ? [literal(bare)] : await lookup(bare, { all: true });
  return addresses.every(({ address }) => mayReach(address.replace(/%.*$/, ''), allowed)) ? addresses : undefined;
}

const literal = (address: string): Resolved => ({
  address,
  family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
});
