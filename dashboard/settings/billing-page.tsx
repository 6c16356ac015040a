import { billingConsumption, billingPortal, checkout } from '../../contract/billing.ts';
import { getConfig } from '../../contract/config.ts';
import type { Project } from '../../contract/projects.ts';
import { useIsAdmin, useProject } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { money, number, shortDate } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useCall, useRead } from '../use-api.ts';
import { Caps } from './caps.tsx';
import { Invoices } from './invoices.tsx';
import { Setting } from './setting.tsx';
import { SettingsPage } from './settings-page.tsx';

export function BillingPage() {
  const config = useRead(getConfig, {}, { staleMs: Number.POSITIVE_INFINITY });
  const project = useProject();
  return (
    <SettingsPage title="Billing">
      {config.isPending && <Skeleton className="h-40 w-full" />}
      {config.data &&
        (config.data.features.billing.enabled ? <Billing project={project} /> : <NoBilling project={project} />)}
    </SettingsPage>
  );
}

/** Without a billing provider nothing costs anything; the use of the month is still worth knowing. */
function NoBilling({ project }: { project: Project }) {
  return (
    <>
      <Setting
        title="This server bills nobody"
        note="Its operator has set up no billing provider, so everything is free and without limits."
      />
      <Caps project={project} isReadOnly />
    </>
  );
}

function Billing({ project }: { project: Project }) {
  const isAdmin = useIsAdmin();
  const hasPlan = project.subscription !== null;
  const leave = { onDone: ({ url }: { url: string }) => location.assign(url) };
  const subscribe = useCall(checkout, leave);
  const manage = useCall(billingPortal, leave);
  const { id } = project;
  return (
    <>
      <Setting
        title={hasPlan ? 'Subscribed' : 'Free plan'}
        note={
          hasPlan
            ? 'Cards, addresses, invoices and cancelling are on the page of the billing provider.'
            : 'Subscribe to send without the limit of the free plan.'
        }
        action={
          isAdmin &&
          (hasPlan ? (
            <Button onClick={() => manage.mutate({ params: { id } })} disabled={manage.isPending}>
              Manage subscription
            </Button>
          ) : (
            <Button
              look="primary"
              onClick={() => subscribe.mutate({ params: { id }, query: {} })}
              disabled={subscribe.isPending}
            >
              Subscribe
            </Button>
          ))
        }
      />
      {hasPlan && <Period id={id} />}
      <Caps project={project} isReadOnly={!isAdmin || !hasPlan} />
      {hasPlan && <Invoices id={id} />}
    </>
  );
}

function Period({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useRead(billingConsumption, { params: { id } });
  if (isPending) return <Skeleton className="h-24 w-full" />;
  if (error) {
    return (
      <ErrorNote
        title="The use cannot be shown"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  }
  const { period, usage, upcomingInvoice, credits } = data;
  return (
    <Setting title="This period" note={`${shortDate(period.start)} to ${shortDate(period.end)}`}>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Figure name="Emails billed">{number(usage.total)}</Figure>
        {upcomingInvoice && (
          <Figure name="Next invoice">{money(upcomingInvoice.amountDue, upcomingInvoice.currency)}</Figure>
        )}
        {credits?.hasCredits && <Figure name="Credit">{money(credits.creditAmount, credits.currency)}</Figure>}
      </dl>
    </Setting>
  );
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-title font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
