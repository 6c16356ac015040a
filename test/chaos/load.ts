import { setTimeout as delay } from 'node:timers/promises';

export interface Keys {
  publicKey: string;
  secretKey: string;
}

/** A request and what its client knows of it. */
export interface Request {
  kind: 'track' | 'send';
  n: number;
  email: string;
  /** Answered with success, or told by a repeated attempt that it had succeeded. */
  isAcknowledged: boolean;
  /** Attempts made, all under one Idempotency-Key. */
  attempts: number;
}

export interface Load {
  requests: Request[];
  stop(): Promise<void>;
}

const CLIENTS = 6;
/** Between two requests of a client: together about 30 a second, below the rate limit of the project. */
const PAUSE_MS = 150;
const ANSWER_WITHIN_MS = 8000;
const MAX_ATTEMPTS = 12;

/** Clients that want each of their requests done once: they repeat it under its key, at either API, until they know. */
export function startLoad(apis: string[], keys: Keys, random: () => number): Load {
  const requests: Request[] = [];
  let isStopping = false;
  const client = async (): Promise<void> => {
    while (!isStopping) {
      const n = requests.length;
      const kind = n % 2 === 0 ? 'track' : 'send';
      const request: Request = { kind, n, email: `${kind}${n}@example.net`, isAcknowledged: false, attempts: 0 };
      requests.push(request);
      await untilKnown(apis, keys, { request, random });
      await delay(PAUSE_MS * (0.5 + random()));
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    requests,
    stop: async () => {
      isStopping = true;
      await clients;
    },
  };
}

async function untilKnown(
  apis: string[],
  keys: Keys,
  { request, random }: { request: Request; random: () => number },
): Promise<void> {
  while (request.attempts < MAX_ATTEMPTS) {
    const api = apis[Math.floor(random() * apis.length)] as string;
    request.attempts++;
    const verdict = await attempt(api, keys, request);
    if (verdict === 'acknowledged') request.isAcknowledged = true;
    if (verdict !== 'again') return;
    await delay(200 + random() * 400);
  }
}

/** `undecided`: the key is taken and its request did not tell how it ended, so the client must not repeat it. */
async function attempt(
  api: string,
  keys: Keys,
  { kind, n, email }: Request,
): Promise<'acknowledged' | 'undecided' | 'again'> {
  const isTrack = kind === 'track';
  const body = isTrack
    ? { email, event: 'chaos', data: { n } }
    : { to: email, from: 'a@chaos.example', subject: `Order ${n}`, body: `<p>Order ${n}</p>` };
  const answer = await post(`${api}/v1/${kind}`, {
    key: isTrack ? keys.publicKey : keys.secretKey,
    body,
    idempotencyKey: `${kind}-${n}`,
  });
  if (!answer) return 'again';
  if (answer.status < 300) return 'acknowledged';
  if (answer.status !== 409) return 'again';
  const { originalStatusCode } = answer.body.error.details;
  if (originalStatusCode === 200) return 'acknowledged';
  return originalStatusCode === null ? 'again' : 'undecided';
}

interface Post {
  key?: string;
  body: unknown;
  idempotencyKey?: string;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any;
}

/** Undefined: no answer came, and nobody knows what became of the request. */
export async function post(url: string, { key, body, idempotencyKey }: Post): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}
