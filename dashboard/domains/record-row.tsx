import type { DnsRecord } from '../../contract/domains.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyIcon } from '../ui/copy-button.tsx';
import type { RecordState } from './use-domain-check.ts';

const PURPOSES = {
  DKIM: 'DKIM: signs your mail',
  RETURN_PATH: 'Return path: where bounces go',
  SPF: 'SPF: which servers may send',
  DMARC: 'DMARC: what receivers do with forgeries',
  INBOUND: 'Inbound: receives mail',
};

/** One DNS record to create: type, name and value to copy, and what DNS said at the last look. */
export function RecordRow({ record, state }: { record: DnsRecord; state: RecordState | undefined }) {
  const { type, name, value, priority, purpose, required } = record;
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-3 text-sm md:grid-cols-[minmax(0,1fr)_110px]">
      <div className="flex min-w-0 flex-col">
        <p className="mb-1 flex flex-wrap items-center gap-2">
          <span className="rounded-sm bg-sunken px-1.5 font-mono text-xs">{type}</span>
          <span className="text-ink-soft">{PURPOSES[purpose]}</span>
          {!required && <span className="text-xs text-ink-faint">optional</span>}
          {priority !== undefined && <span className="text-xs text-ink-faint">priority {priority}</span>}
        </p>
        <Copyable what="name" text={name} />
        <Copyable what="value" text={value} />
        {(state?.found === 'no' || state?.found === 'different') && <Trouble state={state} />}
      </div>
      <div className="md:text-right">{state && <State state={state} required={required} />}</div>
    </li>
  );
}

const Copyable = ({ what, text }: { what: string; text: string }) => (
  <p className="flex min-w-0 items-start gap-2">
    <span className="w-10 shrink-0 py-1 text-xs text-ink-faint">{what}</span>
    <code className="min-w-0 py-1 font-mono text-xs [overflow-wrap:anywhere]">{text}</code>
    <CopyIcon text={text} what={what} />
  </p>
);

const State = ({ state: { found }, required }: { state: RecordState; required: boolean }) => {
  if (found === 'looking') return <Badge>Looking…</Badge>;
  if (found === 'yes') return <Badge tone="good">Found</Badge>;
  return <Badge tone={required ? 'bad' : 'neutral'}>{found === 'different' ? 'Different' : 'Missing'}</Badge>;
};

function Trouble({ state: { problem, actual } }: { state: RecordState }) {
  return (
    <div className="mt-1 rounded-md bg-sunken px-3 py-2 text-xs">
      <p>{problem ?? 'DNS has no such record yet.'}</p>
      {actual.length > 0 && (
        <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">
          DNS answers: <code className="font-mono">{actual.join(', ')}</code>
        </p>
      )}
    </div>
  );
}
