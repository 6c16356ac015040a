import { useState } from 'react';
import { type Simulation, simulateWorkflow } from '../../../contract/workflow-executions.ts';
import type { WorkflowDetail } from '../../../contract/workflows.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useCall } from '../../use-api.ts';
import { ContactPicker } from '../contact-picker.tsx';
import { JsonField } from '../json-field.tsx';
import { momentOf } from '../moment.ts';
import { STEP_KINDS } from '../step-kinds.ts';
import { useGraph } from './graph-context.ts';
import { SidePanel } from './side-panel.tsx';

interface SimulationPanelProps {
  workflow: WorkflowDetail;
  onResult: (simulation: Simulation | undefined) => void;
  onClose: () => void;
}

/** Walks a contact through the graph without sending anything; the way is drawn with its times. */
export function SimulationPanel({ workflow, onResult, onClose }: SimulationPanelProps) {
  const [contactId, setContactId] = useState('');
  const [event, setEvent] = useState<Record<string, unknown>>();
  const [receives, setReceives] = useState<readonly string[]>([]);
  const simulate = useCall(simulateWorkflow, { onDone: onResult });
  const awaited = awaitedEvents(workflow);
  return (
    <SidePanel title="Simulate" onClose={onClose}>
      <p className="text-sm text-ink-soft">
        The workflow as it is now, for one contact. Nothing is sent, called or stored.
      </p>
      <ContactPicker value={contactId} onChange={setContactId} />
      <JsonField
        label="Data of the event"
        isObject
        rows={3}
        value={event}
        onChange={(value) => setEvent(value as Record<string, unknown> | undefined)}
      />
      {awaited.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">Events that come while it waits</legend>
          {awaited.map((name) => (
            <Checkbox
              key={name}
              label={name}
              isChecked={receives.includes(name)}
              onChange={(isChecked) =>
                setReceives(isChecked ? [...receives, name] : receives.filter((each) => each !== name))
              }
            />
          ))}
        </fieldset>
      )}
      <div>
        <Button
          look="primary"
          disabled={contactId === '' || simulate.isPending}
          onClick={() =>
            simulate.mutate({
              params: { id: workflow.id },
              body: { contactId, event: event ?? null, receives: [...receives] },
            })
          }
        >
          {simulate.isPending ? 'Walking…' : 'Simulate'}
        </Button>
      </div>
      {simulate.data && <Result simulation={simulate.data} />}
    </SidePanel>
  );
}

const awaitedEvents = ({ steps }: WorkflowDetail): string[] => [
  ...new Set(
    steps.flatMap(({ type, config }) =>
      type === 'WAIT_FOR_EVENT' && typeof config.eventName === 'string' && config.eventName ? [config.eventName] : [],
    ),
  ),
];

function Result({ simulation: { steps, endsAs, endsAt } }: { simulation: Simulation }) {
  const { select } = useGraph();
  return (
    <section aria-label="What would happen" className="border-t border-line pt-4">
      <ol className="flex flex-col">
        {steps.map(({ stepId, name, type, at, branch, subject, output }, index) => {
          const { icon: Icon } = STEP_KINDS[type];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a walk may come to a step twice
            <li key={index}>
              <button
                type="button"
                onClick={() => select(stepId)}
                className="flex w-full items-start gap-3 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover"
              >
                <Icon className="mt-0.5 size-4 shrink-0 text-ink-soft" aria-hidden="true" />
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {name}
                  {branch && <span className="text-ink-soft"> → {branch}</span>}
                  <span className="block text-xs text-ink-soft">{subject ?? noteOf(output)}</span>
                </span>
                <time dateTime={at} className="shrink-0 text-xs text-ink-soft tabular-nums">
                  {momentOf(at)}
                </time>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 flex items-center gap-2 px-2 text-sm text-ink-soft">
        <StatusBadge status={endsAs} />
        {endsAt ? momentOf(endsAt) : 'It would wait for ever'}
      </p>
    </section>
  );
}

const noteOf = (output: Record<string, unknown> | undefined): string => String(output?.error ?? output?.note ?? '');
