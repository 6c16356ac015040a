import { TextField } from '../../ui/input.tsx';
import { type StepFormProps, textIn } from './step-form-props.ts';

export function ExitForm({ config, onChange }: StepFormProps) {
  return (
    <TextField
      label="Reason"
      help="Stands in the list of executions."
      value={textIn(config, 'reason')}
      onChange={(reason) => onChange({ ...config, reason: reason || null })}
    />
  );
}
