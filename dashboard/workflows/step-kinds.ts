import { Clock, DoorOpen, GitFork, Hourglass, type LucideIcon, Mail, UserPen, Webhook, Zap } from 'lucide-react';
import type { StepType } from '../../contract/workflow-steps.ts';

interface StepKind {
  label: string;
  help: string;
  icon: LucideIcon;
  /** What a new step of this kind begins with. */
  config: Record<string, unknown>;
}

export const STEP_KINDS: Record<StepType, StepKind> = {
  TRIGGER: { label: 'Trigger', help: 'Where it starts', icon: Zap, config: {} },
  SEND_EMAIL: {
    label: 'Send email',
    help: 'A template, to the contact or another address',
    icon: Mail,
    config: { recipient: { type: 'CONTACT' } },
  },
  DELAY: { label: 'Delay', help: 'Go on after some time', icon: Clock, config: { amount: 1, unit: 'days' } },
  WAIT_FOR_EVENT: {
    label: 'Wait for event',
    help: 'Go on when the contact does something, or does not',
    icon: Hourglass,
    config: { eventName: '', timeout: 259_200 },
  },
  CONDITION: {
    label: 'Condition',
    help: 'Different ways for different contacts',
    icon: GitFork,
    config: { field: '', operator: 'equals', value: '' },
  },
  WEBHOOK: { label: 'Webhook', help: 'Call another service', icon: Webhook, config: { url: '', method: 'POST' } },
  UPDATE_CONTACT: {
    label: 'Update contact',
    help: 'Set fields, subscribe or unsubscribe',
    icon: UserPen,
    config: { updates: {}, subscriptionAction: 'none' },
  },
  EXIT: { label: 'Exit', help: 'The execution ends here', icon: DoorOpen, config: {} },
};

/** What can be put into a graph by hand; the trigger is there from the beginning. */
export const ADDABLE: readonly StepType[] = [
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'UPDATE_CONTACT',
  'WEBHOOK',
  'EXIT',
];
