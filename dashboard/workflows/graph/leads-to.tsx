import type { WorkflowDetail } from '../../../contract/workflows.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { type GraphStep, truthOf } from '../step-truth.ts';
import { waysOut } from '../ways-out.ts';
import { useGraph } from './graph-context.ts';

/** The ways out of a step as menus: what the mouse does by dragging. Takes effect at once. */
export function LeadsTo({ workflow, step }: { workflow: WorkflowDetail; step: GraphStep }) {
  const { edits } = useGraph();
  const ways = waysOut(step);
  if (ways.length === 0) return null;
  const targets = workflow.steps
    .filter(({ id, type }) => id !== step.id && type !== 'TRIGGER')
    .map((each) => ({ value: each.id, label: truthOf(each, workflow) }));
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">Leads to</legend>
      {ways.map((way) => (
        <Field key={way.key} label={way.label ? `“${way.label}” leads to` : 'Then go to'}>
          <Select
            className="w-full"
            value={way.transition?.toStepId ?? ''}
            onChange={(to) => {
              if (to) edits.connect(step, way, to);
              else if (way.transition) edits.disconnect(way.transition);
            }}
            options={[{ value: '', label: 'Nothing: it ends here' }, ...targets]}
          />
        </Field>
      ))}
    </fieldset>
  );
}
