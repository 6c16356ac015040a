import { getWorkflow, listWorkflows, updateWorkflow, type Workflow } from '../../contract/workflows.ts';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';

/** Whether the workflow takes in contacts. Those who are in it go on either way. */
export function EnabledSwitch({
  workflow: { id, name, enabled },
}: {
  workflow: Pick<Workflow, 'id' | 'name' | 'enabled'>;
}) {
  const update = useCall(updateWorkflow, {
    invalidates: [getWorkflow, listWorkflows],
    onDone: (after) => toast(after.enabled ? `${after.name} is enabled` : `${after.name} takes in nobody any more`),
  });
  const wanted = update.isPending ? update.variables?.body?.enabled : undefined;
  return (
    <Switch
      label={`${name} enabled`}
      isLabelHidden
      isOn={wanted ?? enabled}
      onChange={(isOn) => update.mutate({ params: { id }, body: { enabled: isOn } })}
    />
  );
}
