import type { Ctx } from '../platform/context.ts';
import type { Outgoing } from '../platform/public-fetch.ts';
import { webhookSecret } from '../projects/webhook-secret.ts';
import { compileUrl } from '../templates/language/compile.ts';
import { signedHeaders } from './sign-webhook.ts';
import type { SettingOf, Traveller } from './steps/step.ts';
import { compileDeep, variablesOf } from './variables.ts';

/** The request of a WEBHOOK step for one execution: its texts rendered, its body signed. */
export async function webhookRequest(
  ctx: Ctx,
  { config }: SettingOf<'WEBHOOK'>,
  traveller: Traveller,
): Promise<Outgoing> {
  const variables = variablesOf(ctx, traveller);
  const render = (value: unknown) => compileDeep(value)(variables);
  const body = config.method === 'GET' ? undefined : bodyText(render, config.body, traveller);
  const signed = signedHeaders(await webhookSecret(ctx), {
    id: traveller.stepExecutionId,
    at: ctx.clock.now(),
    body: body ?? '',
  });
  return {
    method: config.method,
    url: compileUrl(config.url).render(variables),
    headers: {
      'user-agent': 'Posthorn-Webhooks',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...lowerCased(render(config.headers ?? {}) as Record<string, string>),
      ...signed,
    },
    body,
  };
}

/** Names are the same in any case: a header of the step replaces ours instead of standing beside it. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function bodyText(render: (value: unknown) => unknown, custom: unknown, traveller: Traveller): string {
  if (custom === undefined || custom === null) return JSON.stringify(defaultPayload(traveller));
  // JSON before it is rendered stays that JSON: what a contact wrote into a value cannot become a key of its own.
  const rendered = render(typeof custom === 'string' ? (structureOf(custom) ?? custom) : custom);
  return typeof rendered === 'string' && structureOf(rendered) ? rendered : JSON.stringify(rendered);
}

function defaultPayload({ id, startedAt, contact, context, workflow }: Traveller) {
  const { email, subscribed, data } = contact;
  return {
    contact: { email, subscribed, data },
    workflow,
    execution: { id, startedAt: startedAt.toISOString() },
    event: context ?? {},
  };
}

/** The object or list that a text is the JSON of. */
function structureOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
