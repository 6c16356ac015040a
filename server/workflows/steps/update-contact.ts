import { changeContacts } from '../../contacts/change-contacts.ts';
import { toContact } from '../../contacts/contact.ts';
import { type ContactData, planDataChange } from '../../contacts/contact-data.ts';
import { attempt, compileDeep, variablesOf } from '../variables.ts';
import type { Outcome, RunStep, SettingOf, StepContact, Traveller } from './step.ts';

export const runUpdateContact: RunStep<'UPDATE_CONTACT'> = async (ctx, { setting, travellers }) => {
  const { subscribed: wish, ...updates } = setting.config.updates;
  const subscribed = subscriptionWish(setting, wish);
  const render = compileDeep(updates) as (variables: Record<string, unknown>) => ContactData;
  const results = new Map<Traveller, Outcome>();
  const plans = travellers.flatMap((traveller) => {
    const plan = attempt(() => {
      const given = render(variablesOf(ctx, traveller));
      return { traveller, given, change: { id: traveller.contact.id, subscribed, ...planDataChange(given) } };
    });
    if ('value' in plan) return [plan.value];
    results.set(traveller, { kind: 'failed', reason: plan.reason });
    return [];
  });
  for (const wave of distinctWaves(plans)) {
    const changed = await changeContacts(
      ctx,
      wave.map(({ change }) => change),
    );
    for (const { traveller, given } of wave) {
      const row = changed.get(traveller.contact.id);
      results.set(traveller, row ? updated(toContact(row), given) : { kind: 'failed', reason: 'The contact is gone' });
    }
  }
  return travellers.map((traveller) => results.get(traveller) as Outcome);
};

/** Either of two spellings; the one that says what it is about goes first. */
function subscriptionWish({ config }: SettingOf<'UPDATE_CONTACT'>, wish: unknown): boolean | undefined {
  if (config.subscriptionAction !== 'none') return config.subscriptionAction === 'subscribe';
  return typeof wish === 'boolean' ? wish : undefined;
}

function updated(contact: StepContact, updates: unknown): Outcome {
  const { data: newData, subscribed } = contact;
  return { kind: 'done', output: { updated: true, updates, newData, subscribed }, contact };
}

/** A contact that is in here more than once is changed as often: wave k holds the k-th plan of each. */
function distinctWaves<Plan extends { traveller: Traveller }>(plans: Plan[]): Plan[][] {
  const waves: Plan[][] = [];
  for (const same of Map.groupBy(plans, ({ traveller }) => traveller.contact.id).values()) {
    for (const [k, plan] of same.entries()) {
      const wave = waves[k] ?? [];
      waves[k] = wave;
      wave.push(plan);
    }
  }
  return waves;
}
