import { getProjectSecurity, type Level, type Rates, type SecurityState } from '../../contract/security.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { number } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';
import { Setting } from './setting.tsx';
import { SettingsPage } from './settings-page.tsx';

const TONES: Record<Level, Tone> = { healthy: 'good', warning: 'active', critical: 'bad' };
const NAMES: Record<Level, string> = { healthy: 'Healthy', warning: 'Watch it', critical: 'Critical' };

export function SecurityPage() {
  const id = useProjectId();
  const security = useRead(getProjectSecurity, { params: { id } });
  return (
    <SettingsPage title="Security">
      {security.error && (
        <ErrorNote
          title="The state cannot be shown"
          message={security.error.message}
          requestId={security.error.requestId}
          onRetry={() => void security.refetch()}
        />
      )}
      {security.isPending && <Skeleton className="h-64 w-full" />}
      {security.data && <State state={security.data.data} />}
    </SettingsPage>
  );
}

function State({ state: { status, levels, isDisabled, disabledReason } }: { state: SecurityState }) {
  const told = [...status.violations, ...status.warnings];
  return (
    <>
      <Setting
        title={isDisabled ? 'This project is suspended' : 'Sending is allowed'}
        note={
          isDisabled
            ? `Reason: ${(disabledReason ?? 'decided by the operator').toLowerCase().replaceAll('_', ' ')}. Reading works; ask the operator of this server to lift it.`
            : 'Mailbox providers judge a sender by bounces and complaints. Too many of them, and the project is suspended before they block the whole server.'
        }
        action={<Badge tone={isDisabled ? 'bad' : 'good'}>{isDisabled ? 'Suspended' : 'Active'}</Badge>}
      >
        {told.length > 0 && (
          <ul className="list-disc pl-5 text-sm text-danger">
            {told.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </Setting>
      <Window title="Last 7 days" rates={status.sevenDay} bounce={levels.bounce7Day} complaint={levels.complaint7Day} />
      <Window
        title="All time"
        rates={status.allTime}
        bounce={levels.bounceAllTime}
        complaint={levels.complaintAllTime}
      />
    </>
  );
}

interface WindowProps {
  title: string;
  rates: Rates;
  bounce: Level;
  complaint: Level;
}

function Window({ title, rates, bounce, complaint }: WindowProps) {
  return (
    <Setting title={title} note={`${number(rates.total)} emails handed over`}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Rate name="Bounces" share={rates.bounceRate} count={rates.bounces} level={bounce} />
        <Rate name="Complaints" share={rates.complaintRate} count={rates.complaints} level={complaint} />
      </div>
    </Setting>
  );
}

function Rate({ name, share, count, level }: { name: string; share: number; count: number; level: Level }) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-sunken px-4 py-3">
      <div>
        <p className="text-sm text-ink-soft">{name}</p>
        <p className="text-title font-semibold tabular-nums">
          {share.toFixed(2)}% <span className="text-sm font-normal text-ink-faint">{number(count)}</span>
        </p>
      </div>
      <Badge tone={TONES[level]}>{NAMES[level]}</Badge>
    </div>
  );
}
