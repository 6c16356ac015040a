import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate } from './fields.ts';

const DOMAIN_RULE =
  'Must be a domain name of 3 to 253 characters: labels of letters, digits and hyphens, with at least one dot';
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

function isDomainName(text: string): boolean {
  if (text.length < 3 || text.length > 253) return false;
  const labels = text.split('.');
  // A last label of digits only would make it an IP address.
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

const domainName = z.string().trim().toLowerCase().refine(isDomainName, DOMAIN_RULE);

const domainStatus = z.enum(['NotStarted', 'Pending', 'Success', 'Failed', 'TemporaryFailure']);
export type DomainStatus = z.infer<typeof domainStatus>;

const verificationMode = z
  .enum(['dns', 'trust'])
  .describe(
    'How this server checks domains: dns looks the records up; trust lets every check succeed without a lookup ' +
      '(DOMAIN_VERIFICATION, the default as long as mail is only captured)',
  );

const dnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'MX']),
  name: z.string().describe('Full name of the record'),
  value: z.string().describe('A TXT value longer than 255 bytes is entered in several quoted parts at some providers'),
  priority: z.int().optional().describe('MX only'),
  purpose: z.enum(['DKIM', 'RETURN_PATH', 'SPF', 'DMARC', 'INBOUND']),
  required: z.boolean().describe('Verification waits for the required ones only'),
});
export type DnsRecord = z.infer<typeof dnsRecord>;

const checkedRecord = dnsRecord.extend({
  found: z.boolean(),
  actual: z.array(z.string()).describe('What DNS returned for this name and type'),
  problem: z.string().optional().describe('Why it does not count, in words'),
});
export type CheckedRecord = z.infer<typeof checkedRecord>;

const domain = z.object({
  id: z.string(),
  domain: z.string(),
  verified: z.boolean().describe('false: pending'),
  status: domainStatus.describe('Outcome of the last check'),
  mode: verificationMode,
  bootstrapped: z.boolean().describe('Declared by the operator: counts as verified before its records exist'),
  dkimTokens: z.array(z.string()).nullable().describe('Amazon SES only: its three DKIM names'),
  records: z.array(dnsRecord).describe('The DNS records to create'),
  projectId: z.string(),
  checkedAt: isoDate.nullable(),
  verifiedAt: isoDate.nullable().describe('Last time that its records were found in DNS'),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Domain = z.infer<typeof domain>;

// Any version and variant: an id that could exist is answered 404, not 422.
const id = z.object({ id: z.guid('Invalid uuid') });

export const listDomains = endpoint({
  method: 'GET',
  path: '/domains/project/:projectId',
  access: 'project',
  tag: 'Domains',
  summary: 'List the domains of the project, newest first',
  request: z.object({
    params: z.object({ projectId: z.string().describe('The id of the project, or any word such as "current"') }),
  }),
  response: z.array(domain),
});

export const addDomain = endpoint({
  method: 'POST',
  path: '/domains',
  access: 'project',
  role: 'ADMIN',
  tag: 'Domains',
  summary: 'Add a sender domain; answers the DNS records to create',
  request: z.object({
    body: z.object({
      domain: domainName,
      projectId: z.string().optional().describe('Ignored: the key names the project'),
    }),
  }),
  response: domain,
  status: 201,
});

export const verifyDomain = endpoint({
  method: 'GET',
  path: '/domains/:id/verify',
  access: 'project',
  tag: 'Domains',
  summary: 'Check the DNS records of a domain now',
  request: z.object({ params: id }),
  response: z.object({
    domain: z.string(),
    tokens: z.array(z.string()).describe('Amazon SES only: its three DKIM names'),
    status: domainStatus,
    verified: z.boolean(),
    mode: verificationMode,
    records: z.array(checkedRecord),
  }),
});
export type DomainCheck = z.infer<(typeof verifyDomain)['response']>;

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: '/domains/:id',
  access: 'project',
  role: 'ADMIN',
  tag: 'Domains',
  summary: 'Remove a domain that nothing sends from',
  request: z.object({ params: id }),
  response: z.object({ success: z.literal(true) }),
});

export const domainEndpoints = [listDomains, addDomain, verifyDomain, deleteDomain];
