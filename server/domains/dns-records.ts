import type { Selectable } from 'kysely';
import type { DnsRecord } from '../../contract/domains.ts';
import type { Config } from '../platform/config.ts';
import type { Domains } from '../platform/db/tables.ts';

type Identity = Pick<Selectable<Domains>, 'domain' | 'dkim_selector' | 'dkim_public_key' | 'dkim_tokens'>;

/** The DNS records that the owner of a domain is to create. */
export function dnsRecordsOf(config: Config, row: Identity): DnsRecord[] {
  const records = config.mailTransport === 'ses' ? sesRecords(config, row) : ownRecords(config, row);
  return [...records, dmarcRecord(row.domain)];
}

/** Where bounces of mail from the domain go: its own subdomain, so that SPF speaks for the sender's domain. */
export const returnPathOf = (domain: string): string => `bounce.${domain}`;

function ownRecords(config: Config, { domain, dkim_selector, dkim_public_key }: Identity): DnsRecord[] {
  const records: DnsRecord[] = [
    {
      type: 'TXT',
      name: `${dkim_selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${dkim_public_key}`,
      purpose: 'DKIM',
      required: true,
    },
  ];
  if (config.bounceDomain) {
    const sender = config.spfInclude ? `include:${config.spfInclude}` : 'mx';
    records.push(...returnPathRecords(domain, config.bounceDomain, sender));
  }
  if (config.inboundDomain) records.push(inboundRecord(domain, config.inboundDomain));
  return records;
}

function sesRecords({ awsRegion, inboundDomain }: Config, { domain, dkim_tokens }: Identity): DnsRecord[] {
  return [
    ...(dkim_tokens ?? []).map(
      (token): DnsRecord => ({
        type: 'CNAME',
        name: `${token}._domainkey.${domain}`,
        value: `${token}.dkim.amazonses.com`,
        purpose: 'DKIM',
        required: true,
      }),
    ),
    ...returnPathRecords(domain, `feedback-smtp.${awsRegion}.amazonses.com`, 'include:amazonses.com'),
    inboundRecord(domain, inboundDomain ?? `inbound-smtp.${awsRegion}.amazonaws.com`),
  ];
}

function returnPathRecords(domain: string, host: string, sender: string): DnsRecord[] {
  const name = returnPathOf(domain);
  return [
    { type: 'MX', name, value: host, priority: 10, purpose: 'RETURN_PATH', required: false },
    { type: 'TXT', name, value: `v=spf1 ${sender} ~all`, purpose: 'SPF', required: false },
  ];
}

const inboundRecord = (domain: string, host: string): DnsRecord => ({
  type: 'MX',
  name: domain,
  value: host,
  priority: 10,
  purpose: 'INBOUND',
  required: false,
});

const dmarcRecord = (domain: string): DnsRecord => ({
  type: 'TXT',
  name: `_dmarc.${domain}`,
  value: 'v=DMARC1; p=none',
  purpose: 'DMARC',
  required: false,
});
