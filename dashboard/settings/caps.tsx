import { type BillingLimits, getBillingLimits, setBillingLimits } from '../../contract/billing.ts';
import type { Project } from '../../contract/projects.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { number } from '../ui/format.ts';
import { TextField } from '../ui/input.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { useRead } from '../use-api.ts';
import { Setting } from './setting.tsx';

const CATEGORIES = [
  { key: 'transactional', label: 'Transactional' },
  { key: 'campaigns', label: 'Campaigns' },
  { key: 'workflows', label: 'Workflows' },
  { key: 'inbound', label: 'Received' },
] as const;

/** How many emails of each kind the month may have, and has. */
export function Caps({ project, isReadOnly }: { project: Project; isReadOnly: boolean }) {
  const { data, error, isPending, refetch } = useRead(getBillingLimits, { params: { id: project.id } });
  if (isPending) return <Skeleton className="h-64 w-full" />;
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
  return (
    <>
      <Setting title="This month" note="Emails that were queued since the first of the month, UTC.">
        {data.freeTier?.limit && (
          <ProgressBar label="Free plan, all kinds" value={data.freeTier.usage} total={data.freeTier.limit} />
        )}
        {CATEGORIES.map(({ key, label }) => (
          <Use key={key} label={label} use={data[key]} />
        ))}
      </Setting>
      {!isReadOnly && <CapsForm id={project.id} limits={data} />}
    </>
  );
}

function Use({ label, use: { usage, limit } }: { label: string; use: BillingLimits['campaigns'] }) {
  if (limit !== null) return <ProgressBar label={label} value={usage} total={limit} />;
  return (
    <div className="flex justify-between gap-4 text-sm">
      <span>{label}</span>
      <span className="text-ink-soft tabular-nums">{number(usage)} · no cap</span>
    </div>
  );
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit));
const capOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function CapsForm({ id, limits }: { id: string; limits: BillingLimits }) {
  const form = useForm({
    endpoint: setBillingLimits,
    initial: {
      transactional: textOf(limits.transactional.limit),
      campaigns: textOf(limits.campaigns.limit),
      workflows: textOf(limits.workflows.limit),
      inbound: textOf(limits.inbound.limit),
    },
    input: ({ transactional, campaigns, workflows, inbound }) => ({
      params: { id },
      body: {
        transactional: capOf(transactional),
        campaigns: capOf(campaigns),
        workflows: capOf(workflows),
        inbound: capOf(inbound),
      },
    }),
    invalidates: [getBillingLimits],
    onDone: () => toast('Caps saved'),
  });
  return (
    <Setting title="Monthly caps" note="Sending of a kind stops when its cap is reached. Empty: no cap.">
      <Form form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          {CATEGORIES.map(({ key, label }) => (
            <TextField key={key} label={label} inputMode="numeric" placeholder="No cap" {...form.field(key)} />
          ))}
        </div>
        <SubmitButton form={form} busy="Saving…" needsChanges className="self-start">
          Save caps
        </SubmitButton>
      </Form>
    </Setting>
  );
}
