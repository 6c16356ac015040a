import { Switch } from '../../ui/switch.tsx';
import { inUnits, secondsIn } from '../step-truth.ts';
import { EventNameField } from './event-name-field.tsx';
import { SpanInput } from './span-input.tsx';
import { type StepFormProps, textIn } from './step-form-props.ts';

export function DelayForm({ config, onChange }: StepFormProps) {
  return (
    <SpanInput
      label="Wait for"
      amount={config.amount}
      unit={textIn(config, 'unit') || 'days'}
      onChange={(span) => onChange({ ...config, ...span })}
    />
  );
}

const THREE_DAYS_IN_SECONDS = 259_200;

export function WaitForEventForm({ config, onChange }: StepFormProps) {
  const seconds = typeof config.timeout === 'number' ? config.timeout : undefined;
  const span = inUnits(seconds ?? THREE_DAYS_IN_SECONDS);
  return (
    <>
      <EventNameField
        value={textIn(config, 'eventName')}
        onChange={(eventName) => onChange({ ...config, eventName })}
        help="Of this contact, from now on."
      />
      <Switch
        label="Give up after some time"
        help="Otherwise it waits for ever."
        isOn={seconds !== undefined}
        onChange={(isOn) => onChange({ ...config, timeout: isOn ? THREE_DAYS_IN_SECONDS : null })}
      />
      {seconds !== undefined && (
        <SpanInput
          label="At most"
          {...span}
          onChange={({ amount, unit }) => onChange({ ...config, timeout: secondsIn({ amount: amount ?? 0, unit }) })}
        />
      )}
    </>
  );
}
