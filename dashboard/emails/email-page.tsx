import { Link, useParams } from '@tanstack/react-router';
import { getEmail } from '../../contract/emails.ts';
import { Page } from '../shell/page.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { KeyValues } from '../ui/key-values.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../use-api.ts';
import type { EmailDetail } from './email-detail.ts';
import { EmailTrack } from './email-track.tsx';
import { RenderedEmail } from './rendered-email.tsx';
import { Tries } from './tries.tsx';

const TRAIL = [{ label: 'Emails', link: { from: '/p/$projectId', to: '/p/$projectId/emails' } }] as const;
const AGAIN_MS = 5000;

/** What became of one email: its track, its facts, the mail itself and every attempt. */
export function EmailPage() {
  const { id } = useParams({ from: '/p/$projectId/emails/$id' });
  const { data: email, error, refetch } = useRead(getEmail, { params: { id } }, { everyMs: AGAIN_MS });
  return (
    <Page title={email?.subject ?? 'Email'} trail={TRAIL} layout="page">
      {error && !email && (
        <ErrorNote
          title="The email cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {email ? <Details email={email} /> : !error && <Loading />}
    </Page>
  );
}

function Details({ email }: { email: EmailDetail }) {
  return (
    <div className="flex flex-col gap-4">
      <EmailTrack email={email} />
      {email.error && (
        <p
          role="status"
          className={`rounded-md border border-line px-4 py-2 text-sm [overflow-wrap:anywhere] ${isChosen(email) ? 'bg-sunken' : 'bg-danger-soft'}`}
        >
          {email.error}
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <RenderedEmail email={email} />
        <div className="flex flex-col gap-4">
          <Card title="Details">
            <Facts email={email} />
          </Card>
          <Tries email={email} />
        </div>
      </div>
    </div>
  );
}

/** Not sent because somebody wanted it so: nothing went wrong. */
const isChosen = ({ status }: EmailDetail) => status === 'SUPPRESSED' || status === 'CANCELLED';

function Facts({ email }: { email: EmailDetail }) {
  const { contact, campaignId, templateId } = email;
  const link = 'rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-ink';
  return (
    <KeyValues
      items={[
        { name: 'Status', value: <StatusBadge status={email.status} /> },
        {
          name: 'To',
          value: (
            <Link from="/p/$projectId" to="/p/$projectId/contacts/$id" params={{ id: contact.id }} className={link}>
              {email.to}
            </Link>
          ),
          copy: email.to,
        },
        { name: 'From', value: email.fromName ? `${email.fromName} <${email.from}>` : email.from },
        { name: 'Source', value: email.sourceType.charAt(0) + email.sourceType.slice(1).toLowerCase() },
        ...(campaignId
          ? [
              {
                name: 'Campaign',
                value: (
                  <Link
                    from="/p/$projectId"
                    to="/p/$projectId/campaigns/$id"
                    params={{ id: campaignId }}
                    className={link}
                  >
                    Open the campaign
                  </Link>
                ),
              },
            ]
          : []),
        ...(templateId
          ? [
              {
                name: 'Template',
                value: (
                  <Link
                    from="/p/$projectId"
                    to="/p/$projectId/templates/$id"
                    params={{ id: templateId }}
                    className={link}
                  >
                    Open the template
                  </Link>
                ),
              },
            ]
          : []),
        { name: 'Opens', value: <span className="tabular-nums">{email.opens}</span> },
        { name: 'Clicks', value: <span className="tabular-nums">{email.clicks}</span> },
        { name: 'Created', value: <Time iso={email.createdAt} /> },
        { name: 'Id', value: <span className="font-mono text-xs">{email.id}</span>, copy: email.id },
        ...(email.messageId
          ? [
              {
                name: 'Message-ID',
                value: <span className="font-mono text-xs">{email.messageId}</span>,
                copy: email.messageId,
              },
            ]
          : []),
      ]}
    />
  );
}

const Loading = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-20 w-full" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  </div>
);
