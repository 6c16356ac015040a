import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Role } from '../../contract/endpoint.ts';
import { coalesce } from '../platform/coalesce.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { FindSession, Session } from '../platform/http/access.ts';
import { SESSION_MS } from '../platform/http/visit.ts';
import { perServer } from '../platform/per-server.ts';
import { keyFor } from '../platform/secrets.ts';
import { isUuid } from '../platform/uuid.ts';

const ALGORITHM = 'HS256';
const keyOf = perServer(({ secret }) => createSecretKey(keyFor(secret, 'session')));

/** The text of a session cookie. It names the epoch it began in: raising the user's epoch ends it. */
export function sessionToken(ctx: BaseCtx, user: { id: string; session_epoch: number }): Promise<string> {
  const now = ctx.clock.now().getTime();
  return new SignJWT({ id: user.id, epoch: user.session_epoch })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + SESSION_MS) / 1000))
    .sign(keyOf(ctx.config));
}

interface Claim {
  userId: string;
  epoch: number;
}

/** What a token of ours says; anything else, too old ones included, says nothing. */
async function readToken(ctx: BaseCtx, token: string): Promise<Claim | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(ctx.config), {
      algorithms: [ALGORITHM],
      requiredClaims: ['exp'],
      currentDate: ctx.clock.now(),
    });
    const { id, epoch } = payload;
    return typeof id === 'string' && typeof epoch === 'number' ? { userId: id, epoch } : undefined;
  } catch {
    return undefined;
  }
}

interface Asked {
  user_id: string;
  project_id: string | undefined;
}

/**
 * User, membership and project in one statement, shared by the requests of the moment and never cached: a session that
 * was ended, a member who was removed and a project that was disabled are known to the next request in every process.
 */
export function sessionFinder(ctx: BaseCtx): FindSession {
  const find = coalesce((asked: Asked[]) => lookUp(ctx, asked), { maxBatch: 500 });
  return async (token, projectId) => {
    const claim = await readToken(ctx, token);
    if (!claim) return undefined;
    const project_id = projectId && isUuid(projectId) ? projectId : undefined;
    const found = await find({ user_id: claim.userId, project_id });
    return found && found.epoch === claim.epoch ? found.session : undefined;
  };
}

interface Found {
  epoch: number;
  session: Session;
}

async function lookUp(ctx: BaseCtx, asked: Asked[]): Promise<(Found | undefined)[]> {
  const { rows } = await sql<{
    position: number;
    user_id: string;
    session_epoch: number;
    must_verify: boolean;
    project_id: string | null;
    disabled: boolean;
    is_being_reset: boolean;
    role: Role;
  }>`
    select row.position::int, users.id as user_id, users.session_epoch,
           (users.type = 'PASSWORD' and not users.email_verified) as must_verify,
           projects.id as project_id, projects.disabled, projects.wipe is not null as is_being_reset, memberships.role
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as (user_id uuid, project_id uuid))
      with ordinality as row (user_id, project_id, position)
    join users on users.id = row.user_id
    left join memberships on memberships.project_id = row.project_id and memberships.user_id = row.user_id
    left join projects on projects.id = memberships.project_id
  `.execute(ctx.db);
  const found: (Found | undefined)[] = asked.map(() => undefined);
  for (const row of rows) {
    const { project_id, disabled, is_being_reset: isBeingReset, role } = row;
    found[row.position - 1] = {
      epoch: row.session_epoch,
      session: {
        userId: row.user_id,
        mustVerifyEmail: row.must_verify && mailLeaves(ctx),
        project: project_id === null ? undefined : { id: project_id, disabled, isBeingReset, role },
      },
    };
  }
  return found;
}

/** Whether the deployment can reach people by mail: what is only captured here confirms no address. */
export const mailLeaves = ({ config }: BaseCtx): boolean => config.mailTransport !== 'capture';
