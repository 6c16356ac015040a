import { describe, expect, it } from 'vitest';
import type { DnsRecord } from '../../contract/domains.ts';
import { mismatch } from './record-matches.ts';

const KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';
const dkim: DnsRecord = {
  type: 'TXT',
  name: 'posthorn._domainkey.acme.test',
  value: `v=DKIM1; k=rsa; p=${KEY}`,
  purpose: 'DKIM',
  required: true,
};
const spf: DnsRecord = { ...dkim, purpose: 'SPF', value: 'v=spf1 include:relay.test ~all' };
const dmarc: DnsRecord = { ...dkim, purpose: 'DMARC', value: 'v=DMARC1; p=none' };
const cname: DnsRecord = { ...dkim, type: 'CNAME', value: 'a.dkim.amazonses.com' };
const mx: DnsRecord = { ...dkim, type: 'MX', purpose: 'RETURN_PATH', value: 'bounces.posthorn.test', priority: 10 };

describe('a record counts', () => {
  it.each<[string, DnsRecord, string[]]>([
    ['as given', dkim, [dkim.value]],
    ['with its tags in another order', dkim, [`p=${KEY}; k=rsa; v=DKIM1`]],
    ['with other white space', dkim, [`v=DKIM1;k=rsa;p=${KEY.slice(0, 9)} ${KEY.slice(9)};`]],
    ['with quotes pasted in', dkim, [`"v=DKIM1; k=rsa; " "p=${KEY}"`]],
    ['with upper-case tag names', dkim, [`V=DKIM1; P=${KEY}`]],
    ['with the key alone, since k= and v= have these defaults', dkim, [`p=${KEY}`]],
    ['restricted to what we do', dkim, [`v=DKIM1; h=sha1:sha256; s=email; p=${KEY}`]],
    ['beside an unrelated text', dkim, ['hello', dkim.value]],
    ['as SPF that names others too', spf, ['v=spf1 ip4:192.0.2.1 +INCLUDE:relay.test -all']],
    ['as SPF beside other texts', spf, ['google-site-verification=x', spf.value]],
    ['as any DMARC policy', dmarc, ['V=DMARC1;p=reject; rua=mailto:d@acme.test']],
    ['as a host with a final dot and other case', cname, ['A.dkim.AmazonSES.com.']],
    ['as an MX with another priority', mx, ['5 mail.acme.test', '20 Bounces.posthorn.test']],
  ])('%s', (_, expected, actual) => {
    expect(mismatch(expected, actual)).toBeUndefined();
  });
});

describe('a record does not count, and says why', () => {
  it.each<[string, DnsRecord, string[], RegExp]>([
    ['another key', dkim, ['v=DKIM1; k=rsa; p=QUFBQQ=='], /another key/],
    ['a key in other case', dkim, [`v=DKIM1; p=${KEY.toLowerCase()}`], /another key/],
    ['a revoked key', dkim, ['v=DKIM1; p='], /revoked/],
    ['a key that was cut off', dkim, [`v=DKIM1; k=rsa; p=${KEY.slice(0, 20)}`], /cut off/],
    ['no key at all', dkim, ['hello'], /another key/],
    ['the key under another algorithm', dkim, [`v=DKIM1; k=ed25519; p=${KEY}`], /k= must be rsa/],
    ['the key for sha1 only', dkim, [`v=DKIM1; h=sha1; p=${KEY}`], /sha256/],
    ['the key for another service', dkim, [`v=DKIM1; s=tlsrpt; p=${KEY}`], /s= must allow email/],
    ['the key under another version', dkim, [`v=DKIM2; p=${KEY}`], /v= must be DKIM1/],
    ['two SPF records', spf, [spf.value, 'v=spf1 -all'], /several v=spf1/],
    ['SPF without us', spf, ['v=spf1 include:relay.test.evil.example ~all'], /does not contain include:relay.test/],
    ['SPF that excludes us', spf, ['v=spf1 -include:relay.test ~all'], /does not contain/],
    ['something like SPF', spf, ['v=spf10 include:relay.test'], /no v=spf1/],
    ['no DMARC', dmarc, ['v=DMARC10; p=none'], /no v=DMARC1/],
    ['two DMARC policies', dmarc, ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], /several/],
    ['another host', cname, ['a.dkim.example.com'], /points to a.dkim.example.com instead of a.dkim.amazonses.com/],
    ['another MX', mx, ['10 mail.acme.test'], /instead of bounces.posthorn.test/],
  ])('%s', (_, expected, actual, problem) => {
    expect(mismatch(expected, actual)).toMatch(problem);
  });
});
