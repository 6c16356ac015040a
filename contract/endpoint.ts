import type { z } from 'zod';

/**
 * Who may call: a public key, a secret key, a member of the project (secret key, or session cookie with X-Project-Id),
 * a signed-in user, a signed-in member of the project that `:id` in the path names (no key will do), or anyone.
 */
export type Access = 'publicKey' | 'secretKey' | 'project' | 'session' | 'member' | 'anyone';

/** Each may do what those after it may. */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

export interface EndpointInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** In types the client, Out the handler, Reply both ends. */
export interface Endpoint<In extends EndpointInput, Out, Reply> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  tag: string;
  summary: string;
  request: z.ZodType<Out, In>;
  response: z.ZodType<Reply>;
  /** Success status; a function where the reply decides, with its possible results in `statuses`. */
  status?: number | ((reply: Reply) => number);
  statuses?: number[];
  /** Request errors are answered 400 with the bare body { error: message } (api.md "Errors"). */
  legacyErrors?: true;
  /** Request errors are answered 400 with the first message, in the standard envelope. */
  badRequestErrors?: true;
  /** The least that a signed-in member must be; MEMBER where it is not said. A secret key may do it all. */
  role?: Role;
  /** A write that a disabled project may do: paying, say. */
  worksWhenDisabled?: true;
  /** Open to users who have not confirmed their address yet. */
  worksUnverified?: true;
  /** Takes an Idempotency-Key header. */
  idempotent?: true;
  /** The body is multipart/form-data: its files arrive as File, each cut off one byte past the limit. */
  upload?: { maxFileBytes: number };
  /** The reply is a file of this type, streamed, instead of JSON. */
  replyType?: 'text/csv';
}

export type AnyEndpoint = Endpoint<EndpointInput, unknown, unknown>;

/** Identity with types. */
export function endpoint<In extends EndpointInput, Out, Reply>(
  definition: Endpoint<In, Out, Reply>,
): Endpoint<In, Out, Reply> {
  return definition;
}

/** The statuses a successful call may answer. */
export function successStatuses(definition: AnyEndpoint): number[] {
  if (typeof definition.status === 'number') return [definition.status];
  return definition.statuses ?? [200];
}
