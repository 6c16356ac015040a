import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CheckedRecord, type DnsRecord, type Domain, listDomains, verifyDomain } from '../../contract/domains.ts';
import { toast, toastError } from '../ui/toast.tsx';
import { invalidate, useRead } from '../use-api.ts';

export interface RecordState extends DnsRecord {
  found: 'yes' | 'no' | 'different' | 'looking';
  actual: string[];
  problem?: string | undefined;
}

const PENDING_MS = 15_000;
const VERIFIED_MS = 5 * 60_000;

interface DomainCheck {
  records: RecordState[];
  /** Now, and tells what came of it. */
  check: () => void;
  isChecking: boolean;
}

/** What DNS says of each record: as it is known, then as it is, and again and again while somebody looks. */
export function useDomainCheck(domain: Domain, isOpen: boolean): DomainCheck {
  const client = useQueryClient();
  const isLookedUp = domain.mode === 'dns';
  const { data, dataUpdatedAt, refetch } = useRead(
    verifyDomain,
    { params: { id: domain.id } },
    { enabled: isLookedUp && isOpen, everyMs: domain.verified ? VERIFIED_MS : PENDING_MS },
  );
  // Its state and the time of the check are in the list.
  const seen = useRef(dataUpdatedAt);
  useEffect(() => {
    if (seen.current === dataUpdatedAt) return;
    seen.current = dataUpdatedAt;
    void invalidate(client, [listDomains]);
  }, [client, dataUpdatedAt]);
  const [isChecking, setIsChecking] = useState(false);
  const check = async () => {
    setIsChecking(true);
    const { data: found, error } = await refetch();
    setIsChecking(false);
    if (error) toastError(error);
    else if (found) toast(found.verified ? `${domain.domain} is verified` : 'Not all records are there yet');
  };
  return {
    records: isLookedUp ? (data?.records.map(asFound) ?? asKnown(domain)) : [],
    check: () => void check(),
    isChecking,
  };
}

const asFound = (record: CheckedRecord): RecordState => ({
  ...record,
  found: record.found ? 'yes' : record.actual.length > 0 ? 'different' : 'no',
});

/** Before the first answer: a check that succeeded has found all that is required. */
const asKnown = ({ records, status }: Domain): RecordState[] =>
  records.map((record) => ({
    ...record,
    found: record.required && status === 'Success' ? 'yes' : 'looking',
    actual: [],
  }));
