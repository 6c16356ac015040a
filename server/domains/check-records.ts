import type { CheckedRecord, DnsRecord } from '../../contract/domains.ts';
import { type Dns, type DnsAnswer, withDns } from '../platform/dns.ts';
import { mismatch } from './record-matches.ts';

export interface RecordCheck {
  record: CheckedRecord;
  /** DNS gave no answer: nothing is known about the record. */
  unanswered: boolean;
}

/** Looks every record up; each says what DNS returned and, where it does not count, why. */
export function checkRecords(servers: string[], records: DnsRecord[]): Promise<RecordCheck[]> {
  return withDns(servers, (dns) =>
    Promise.all(records.map(async (record) => judge(record, await lookUp(dns, record)))),
  );
}

async function lookUp(dns: Dns, { type, name }: DnsRecord): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return dns.txt(name);
  if (type === 'CNAME') return dns.cname(name);
  const answer = await dns.mx(name);
  if (answer.kind !== 'found') return answer;
  return { kind: 'found', values: answer.values.map(({ priority, exchange }) => `${priority} ${exchange}`) };
}

function judge(record: DnsRecord, answer: DnsAnswer<string>): RecordCheck {
  if (answer.kind === 'failed') {
    return {
      record: { ...record, found: false, actual: [], problem: `Could not be checked: ${answer.reason}` },
      unanswered: true,
    };
  }
  if (answer.kind !== 'found') {
    const problem = `There is no ${record.type} record at ${record.name}`;
    return { record: { ...record, found: false, actual: [], problem }, unanswered: false };
  }
  const problem = mismatch(record, answer.values);
  return {
    record: { ...record, found: problem === undefined, actual: answer.values, ...(problem ? { problem } : {}) },
    unanswered: false,
  };
}
