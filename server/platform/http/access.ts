import type { Access } from '../../../contract/endpoint.ts';
import { AppError } from '../errors.ts';

/** What the HTTP layer must know of a project; `app.ts` hands in the function that finds it by key. */
export interface KeyedProject {
  id: string;
  disabled: boolean;
}

export type KeyKind = 'public' | 'secret';
export type FindProjectByKey = (kind: KeyKind, key: string) => Promise<KeyedProject | undefined>;

const FORMAT = 'Authorization: Bearer <API key>';
const NEEDED: Record<KeyKind, string> = {
  secret: 'a secret key (sk_*)',
  public: 'a public key (pk_*)',
};

/** Project of the key in the Authorization header; wrong kind and unknown key are told alike. */
export async function authenticate(
  access: Access,
  authorization: string | undefined,
  findProjectByKey: FindProjectByKey,
): Promise<KeyedProject> {
  const kind: KeyKind = access === 'publicKey' ? 'public' : 'secret';
  const project = await findProjectByKey(kind, bearerKey(authorization));
  if (project) return project;
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

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function assertMayWrite(method: string, project: KeyedProject): void {
  if (project.disabled && WRITES.has(method)) {
    throw new AppError('PROJECT_DISABLED', 'This project is disabled: reading works, changing does not', {
      suggestion: 'Contact support to have the project enabled again.',
    });
  }
}
