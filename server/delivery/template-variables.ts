import type { Links } from './links.ts';

/** Whom a template is rendered for. */
export interface Person {
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown> | null;
}

/** What the mail of a workflow step carries beside its contact, whose data are those of the moment of hand-over. */
export interface StepVariables {
  event: Record<string, unknown> | null;
  workflow: { id: string; name: string };
  /** Sent to an address of the step's choice: the contact's subscription has no say. */
  toCustomAddress?: true;
}

/** Everything that templates may name. Reserved names mean what the service says, whatever the data hold. */
export function templateVariables(
  person: Omit<Person, 'data'>,
  data: Record<string, unknown>,
  links: Pick<Links, 'unsubscribeUrl' | 'subscribeUrl' | 'manageUrl'>,
) {
  const { id, email, subscribed } = person;
  return {
    ...data,
    locale: data.locale ?? null,
    id,
    email,
    plunk_id: id,
    plunk_email: email,
    subscribed,
    data,
    // Signed only if the template asks for them.
    get unsubscribeUrl() {
      return links.unsubscribeUrl;
    },
    get subscribeUrl() {
      return links.subscribeUrl;
    },
    get manageUrl() {
      return links.manageUrl;
    },
  };
}

/** The same for the steps of workflows: keys of the event or context go before those of the contact. */
export function stepVariables(
  person: Person,
  { event, workflow }: StepVariables,
  links: Parameters<typeof templateVariables>[2],
) {
  const data = person.data ?? {};
  const given = event ?? {};
  const { id, email, subscribed } = person;
  const variables = templateVariables(person, { ...data, ...given }, links);
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(variables),
      ...Object.getOwnPropertyDescriptors({
        data,
        event: given,
        contact: { id, email, subscribed, data },
        workflow,
      }),
    },
  ) as typeof variables & { event: object; contact: Person; workflow: StepVariables['workflow'] };
}
