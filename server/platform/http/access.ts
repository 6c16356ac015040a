import { type AnyEndpoint, ROLES, type Role } from '../../../contract/endpoint.ts';
import type { Actor } from '../context.ts';
import { AppError, badRequest, forbidden, notFound } from '../errors.ts';
import { isUuid } from '../uuid.ts';
import { crossSite, type Visit } from './visit.ts';

/** What the HTTP layer must know of a project; `app.ts` hands in the functions that find it. */
export interface KeyedProject {
  id: string;
  disabled: boolean;
  /** Disabled for as long as its data is being deleted. */
  isBeingReset: boolean;
}

export type KeyKind = 'public' | 'secret';
export type FindProjectByKey = (kind: KeyKind, key: string) => Promise<KeyedProject | undefined>;

/** A signed-in user, and what the named project is to them. */
export interface Session {
  userId: string;
  mustVerifyEmail: boolean;
  project: (KeyedProject & { role: Role }) | undefined;
}

export type FindSession = (token: string, projectId: string | undefined) => Promise<Session | undefined>;

export interface Finders {
  findProjectByKey: FindProjectByKey;
  findSession: FindSession;
}

/** Who is calling, with the project that the call is about. */
export interface Caller {
  project?: KeyedProject;
  userId?: string;
  actor?: Actor;
  mustVerifyEmail?: boolean;
}

/** What a request carries as proof of who it is. */
export interface Proof {
  authorization: string | undefined;
  visit: Visit;
  /** X-Project-Id. */
  headerProject: string | undefined;
  /** `:id` of the path. */
  pathProject: string | undefined;
}

export function identify({ access }: AnyEndpoint, proof: Proof, finders: Finders): Promise<Caller> {
  switch (access) {
    case 'publicKey':
      return byKey('public', proof, finders);
    case 'secretKey':
      return byKey('secret', proof, finders);
    case 'project':
      return proof.authorization === undefined && proof.visit.session !== undefined
        ? byCookieAndHeader(proof, finders)
        : byKey('secret', proof, finders);
    case 'member':
      return byCookieAndPath(proof, finders);
    case 'session':
      return bySession(proof, undefined, finders);
    case 'anyone':
      return Promise.resolve({});
  }
}

const FORMAT = 'Authorization: Bearer <API key>';
const NEEDED: Record<KeyKind, string> = {
  secret: 'a secret key (sk_*)',
  public: 'a public key (pk_*)',
};

/** Project of the key in the Authorization header; wrong kind and unknown key are told alike. */
async function byKey(kind: KeyKind, { authorization, visit }: Proof, { findProjectByKey }: Finders): Promise<Caller> {
  const project = await findProjectByKey(kind, bearerKey(authorization));
  if (project) return { project, actor: { kind: 'KEY', ip: visit.ip } };
  throw new AppError('INVALID_API_KEY', `Invalid API key: this endpoint needs ${NEEDED[kind]}`, {
    suggestion: `Use ${NEEDED[kind]} of the project. Both keys are in the project's settings; a rotated key stops working at once.`,
  });
}

function bearerKey(authorization: string | undefined): string {
  if (!authorization) {
    throw new AppError('MISSING_AUTH', 'The Authorization header is required', {
      suggestion: `Send the header ${FORMAT}`,
    });
  }
  const [scheme, key, ...rest] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !key || rest.length > 0) {
    throw new AppError('MISSING_AUTH', `The Authorization header must have the form "${FORMAT}"`, {
      suggestion: `Send the header ${FORMAT}`,
    });
  }
  return key;
}

async function byCookieAndHeader(proof: Proof, finders: Finders): Promise<Caller> {
  const caller = await bySession(proof, proof.headerProject, finders);
  if (!proof.headerProject) throw badRequest('The header X-Project-Id must name the project');
  if (!caller.project) {
    throw new AppError('PROJECT_ACCESS_DENIED', 'You are not a member of the project that X-Project-Id names');
  }
  return caller;
}

async function byCookieAndPath(proof: Proof, finders: Finders): Promise<Caller> {
  const caller = await bySession(proof, proof.pathProject, finders);
  if (!isUuid(proof.pathProject ?? '')) throw notAnId();
  if (!caller.project) throw notFound('Project', proof.pathProject);
  return caller;
}

/** As the schema of the path would say it, which is looked at later. */
const notAnId = () =>
  new AppError('VALIDATION_ERROR', 'Request validation failed', {
    errors: [{ field: 'id', message: 'Invalid uuid', code: 'invalid_string' }],
  });

async function bySession({ visit }: Proof, projectId: string | undefined, finders: Finders): Promise<Caller> {
  if (visit.session === undefined) throw unauthorized('Sign in first');
  if (visit.isCrossSite) throw crossSite();
  const session = await finders.findSession(visit.session, projectId);
  if (!session) throw unauthorized('The session has ended: sign in again');
  const { userId, mustVerifyEmail, project } = session;
  if (!project) return { userId, mustVerifyEmail };
  return { userId, mustVerifyEmail, project, actor: { kind: 'USER', userId, role: project.role, ip: visit.ip } };
}

const unauthorized = (message: string) => new AppError('UNAUTHORIZED', message);

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The refusals that follow from who is calling; the endpoint says what it asks for. */
export function assertAllowed(endpoint: AnyEndpoint, { project, actor, mustVerifyEmail }: Caller): void {
  if (project?.disabled && WRITES.has(endpoint.method) && !endpoint.worksWhenDisabled) {
    throw projectDisabled(project);
  }
  if (mustVerifyEmail && !endpoint.worksUnverified) {
    throw new AppError('EMAIL_VERIFICATION_REQUIRED', 'Confirm your e-mail address first', {
      suggestion: 'Open the link in the mail that we sent you, or ask for another one.',
    });
  }
  if (actor?.kind === 'USER') assertRole(actor.role, endpoint.role ?? 'MEMBER');
}

export const projectDisabled = ({ isBeingReset }: Pick<KeyedProject, 'isBeingReset'>): AppError =>
  isBeingReset
    ? new AppError('PROJECT_DISABLED', 'This project is being reset: it can be changed again when its data is gone', {
        suggestion: 'Try again in a few minutes.',
      })
    : new AppError('PROJECT_DISABLED', 'This project is disabled: reading works, changing does not', {
        suggestion: 'Contact support to have the project enabled again.',
      });

function assertRole(has: Role, needs: Role): void {
  if (ROLES.indexOf(has) <= ROLES.indexOf(needs)) return;
  throw forbidden(`This needs the role ${needs}; yours is ${has}`);
}
