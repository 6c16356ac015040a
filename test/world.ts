import type { FastifyInstance, InjectOptions } from 'fastify';
import { fromKysely, PgBoss } from 'pg-boss';
import { inject } from 'vitest';
import { requestFor } from '../contract/client.ts';
import type { Contact } from '../contract/contacts.ts';
import { upsertContact } from '../contract/contacts.ts';
import type { Endpoint, EndpointInput, Role } from '../contract/endpoint.ts';
import { trackEvent } from '../contract/track.ts';
import { hashPassword } from '../server/accounts/passwords.ts';
import { sessionToken } from '../server/accounts/sessions.ts';
import { createApp } from '../server/app.ts';
import { type DkimKey, dkimColumns, newDkimKey } from '../server/domains/dkim-key.ts';
import { settableClock } from '../server/platform/clock.ts';
import { type Config, readConfig } from '../server/platform/config.ts';
import type { BaseCtx, Ctx } from '../server/platform/context.ts';
import { connect, type Database } from '../server/platform/db/connect.ts';
import { createLog, type Log } from '../server/platform/log.ts';
import { createProject } from '../server/projects/project.ts';
import { cloneDatabase } from './database.ts';

const SECRET = 'a secret that only tests use, long enough';

/** The world of one vitest worker: its own database, one clock, one app. Tests isolate themselves by project. */
export interface World {
  ctx: BaseCtx;
  clock: ReturnType<typeof settableClock>;
  database: Database;
  app: FastifyInstance;
  boss: PgBoss;
  close(): Promise<void>;
}

let shared: Promise<World> | undefined;

export const theWorld = (): Promise<World> => {
  shared ??= aWorld();
  return shared;
};

/** A second server on the same database, for settings of its own or for "another process". */
export async function aWorld(
  settings: Partial<Config> = {},
  given: { log?: Log; database?: string; through?: (url: string) => string; silenceMs?: number } = {},
): Promise<World> {
  const name = given.database ?? `posthorn_worker_${process.env.VITEST_POOL_ID}`;
  const url = await cloneDatabase(inject('postgresUrl'), name);
  const config = { ...readConfig({ SECRET, RATE_LIMIT_PER_MINUTE: '1000000' }), ...settings };
  const log = given.log ?? createLog(process.env.TEST_LOG ?? 'silent');
  const database = connect(given.through?.(url) ?? url, {
    poolSize: 10,
    onIdleError: (error) => log.warn(error),
    ...(given.silenceMs === undefined ? {} : { silenceMs: given.silenceMs }),
  });
  const clock = settableClock();
  const boss = new PgBoss({ db: fromKysely(database.db), supervise: false, schedule: false });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  await boss.start();
  const ctx: BaseCtx = { db: database.db, clock, log, config, jobs: boss };
  const app = await createApp(ctx, database.pool);
  const close = async () => {
    await app.close();
    await boss.stop({ graceful: false });
    await database.close();
  };
  return { ctx, clock, database, app, boss, close };
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Record<string, unknown>;
}

type Key = 'secret' | 'public' | 'none' | { raw: string };

export interface TestProject {
  id: string;
  publicKey: string;
  secretKey: string;
  world: World;
  ctx: Ctx;
  /** Calls an endpoint as its contract says, expects success, answers the reply. */
  call<In extends EndpointInput, Out, Reply>(endpoint: Endpoint<In, Out, Reply>, input: In): Promise<Reply>;
  /** Calls anything, with any key; answers status, body and headers. */
  request(method: string, url: string, options?: RequestOptions): Promise<Answer>;
  track(email: string, event: string, data?: Record<string, unknown>): Promise<void>;
  contact(email: string, fields?: { subscribed?: boolean; data?: Record<string, unknown> }): Promise<Contact>;
  disable(): Promise<void>;
}

export interface RequestOptions {
  body?: unknown;
  key?: Key;
  headers?: Record<string, string>;
}

export interface ProjectOptions {
  world?: World;
  /** The project may send from it. A domain has one project: the newest that asks for it takes it over. */
  verifiedDomain?: string;
}

export async function aProject({ world, verifiedDomain }: ProjectOptions = {}): Promise<TestProject> {
  const home = world ?? (await theWorld());
  const { id, publicKey, secretKey } = await createProject(home.ctx, { name: 'Acme' });
  if (verifiedDomain) await verifyDomain({ ...home.ctx, projectId: id }, verifiedDomain);
  const request: TestProject['request'] = (method, url, options = {}) =>
    send(home.app, {
      method,
      url,
      ...options,
      authorization: authorization(options.key ?? 'secret', { publicKey, secretKey }),
    });

  const call: TestProject['call'] = async (endpoint, input) => {
    const { method, url, body } = requestFor(endpoint, input);
    const answer = await request(method, url, { body, key: endpoint.access === 'publicKey' ? 'public' : 'secret' });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  return {
    id,
    publicKey,
    secretKey,
    world: home,
    ctx: { ...home.ctx, projectId: id },
    call,
    request,
    track: async (email, event, data) => {
      await call(trackEvent, { body: { email, event, ...(data ? { data } : {}) } });
    },
    contact: (email, fields = {}) => call(upsertContact, { body: { email, ...fields } }),
    disable: async () => {
      await home.ctx.db.updateTable('projects').set({ disabled: true }).where('id', '=', id).execute();
    },
  };
}

export interface SignedIn {
  userId: string;
  email: string;
  /** The Cookie header of this person's browser. */
  cookie: string;
  /** As the dashboard asks: with the cookie, and X-Project-Id of the project. */
  request(method: string, url: string, options?: Omit<RequestOptions, 'key'>): Promise<Answer>;
}

/** Somebody with an account, a role in the project, and a session. */
export async function signedIn(
  project: Pick<TestProject, 'id' | 'world'>,
  role: Role | 'none' = 'OWNER',
  { world = project.world, password }: { world?: World; password?: string } = {},
): Promise<SignedIn> {
  const { ctx, app } = world;
  const email = `${crypto.randomUUID()}@people.test`;
  const user = await ctx.db
    .insertInto('users')
    .values({ email, email_verified: true, password_hash: password ? await hashPassword(password) : null })
    .returning(['id', 'session_epoch'])
    .executeTakeFirstOrThrow();
  if (role !== 'none') {
    await ctx.db.insertInto('memberships').values({ project_id: project.id, user_id: user.id, role }).execute();
  }
  const cookie = `next_token=${await sessionToken(ctx, user)}`;
  return {
    userId: user.id,
    email,
    cookie,
    request: (method, url, { body, headers } = {}) =>
      send(app, {
        method,
        url,
        authorization: undefined,
        body,
        headers: { cookie, 'x-project-id': project.id, ...headers },
      }),
  };
}

let testKey: Promise<DkimKey> | undefined;

async function verifyDomain(ctx: Ctx, domain: string): Promise<void> {
  testKey ??= newDkimKey();
  await ctx.db.deleteFrom('domains').where('domain', '=', domain).execute();
  await ctx.db
    .insertInto('domains')
    .values({
      project_id: ctx.projectId,
      domain,
      verified: true,
      status: 'Success',
      verified_at: ctx.clock.now(),
      ...dkimColumns(ctx, await testKey),
    })
    .execute();
}

function authorization(key: Key, keys: { publicKey: string; secretKey: string }): string | undefined {
  if (key === 'none') return undefined;
  if (typeof key === 'object') return key.raw;
  return `Bearer ${key === 'public' ? keys.publicKey : keys.secretKey}`;
}

interface Sent {
  method: string;
  url: string;
  authorization: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

async function send(app: FastifyInstance, { method, url, authorization, body, headers = {} }: Sent): Promise<Answer> {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isText ? (body as string) : JSON.stringify(body) }),
  } as InjectOptions);
  return { status: response.statusCode, body: parsed(response.body), headers: response.headers };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
