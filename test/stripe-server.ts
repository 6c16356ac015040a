import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

const SECRET_KEY = 'sk_test_local';
const WEBHOOK_SECRET = 'whsec_local';

interface Call {
  method: string;
  path: string;
  params: Record<string, string>;
}

/** The part of Stripe's API that billing uses, as its own package speaks it. */
export interface StripeServer {
  /** For `aWorld({ stripe })`. */
  settings: {
    secretKey: string;
    webhookSecret: string;
    priceId: string;
    meterEvent: string | undefined;
    apiUrl: string;
  };
  calls: Call[];
  invoices: Map<string, Record<string, unknown>>;
  /** Meter events by their identifier: one name counts once. */
  metered: Map<string, { customer: string; value: number }>;
  /** What subscriptions, customers and previews are answered with. */
  objects: Map<string, Record<string, unknown>>;
  /** The next calls are refused like this, one each. */
  refuse(status: number, error: Record<string, unknown>): void;
  /** An event as Stripe delivers it: the body and its signature. */
  event(type: string, object: Record<string, unknown>, given?: { id?: string }): { body: string; signature: string };
  close(): Promise<void>;
}

export async function aStripeServer({ meterEvent }: { meterEvent?: string } = {}): Promise<StripeServer> {
  const calls: Call[] = [];
  const refusals: { status: number; error: Record<string, unknown> }[] = [];
  const state = { invoices: new Map(), metered: new Map(), objects: new Map() } as Pick<
    StripeServer,
    'invoices' | 'metered' | 'objects'
  >;
  const server = http.createServer(async (request, response) => {
    const call = await read(request);
    calls.push(call);
    const refusal = refusals.shift();
    const [status, body] = !isOurs(request)
      ? [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }]
      : refusal
        ? [refusal.status, { error: refusal.error }]
        : answer(state, call);
    response.writeHead(status as number, { 'content-type': 'application/json', 'request-id': `req_${calls.length}` });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...state,
    settings: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, priceId: 'price_1', meterEvent, apiUrl },
    calls,
    refuse: (status, error) => refusals.push({ status, error }),
    event: signedEvent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const isOurs = ({ headers }: http.IncomingMessage): boolean => headers.authorization === `Bearer ${SECRET_KEY}`;

async function read(request: http.IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const params = Object.fromEntries([...url.searchParams, ...form]);
  return { method: request.method ?? '', path: url.pathname, params };
}

type State = Pick<StripeServer, 'invoices' | 'metered' | 'objects'>;

function answer({ invoices, metered, objects }: State, { method, path, params }: Call): [number, object] {
  const [, , kind = '', id = ''] = path.split('/');
  switch (`${method} ${path.replace(/\/(in|cus|sub)_\w+$/, '/:id')}`) {
    case 'POST /v1/checkout/sessions':
      return [200, { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' }];
    case 'POST /v1/billing_portal/sessions':
      return [200, { id: 'bps_1', object: 'billing_portal.session', url: 'https://portal.example/bps_1' }];
    case 'POST /v1/invoices/create_preview':
      return objects.has('preview') ? [200, objects.get('preview') ?? {}] : missing('invoice_upcoming_none');
    case 'GET /v1/invoices':
      return [200, { object: 'list', has_more: false, data: [...invoices.values()].filter(byCustomer(params)) }];
    case 'GET /v1/invoices/:id':
      return invoices.has(id) ? [200, invoices.get(id) ?? {}] : missing('resource_missing');
    case 'GET /v1/subscriptions/:id':
    case 'GET /v1/customers/:id':
      return objects.has(id) ? [200, objects.get(id) ?? {}] : missing('resource_missing');
    case 'POST /v1/billing/meter_events':
      return meter(metered, params);
    default:
      return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${kind})` } }];
  }
}

const byCustomer =
  ({ customer }: Record<string, string>) =>
  (invoice: Record<string, unknown>): boolean =>
    invoice.customer === customer;

const missing = (code: string): [number, object] => [
  404,
  { error: { type: 'invalid_request_error', code, message: `No such thing: ${code}` } },
];

function meter(metered: StripeServer['metered'], params: Record<string, string>): [number, object] {
  const { identifier = '' } = params;
  if (metered.has(identifier)) {
    return [400, { error: { type: 'invalid_request_error', message: 'An event already exists with this identifier' } }];
  }
  metered.set(identifier, {
    customer: params['payload[stripe_customer_id]'] ?? '',
    value: Number(params['payload[value]']),
  });
  return [200, { object: 'billing.meter_event', identifier }];
}

let events = 0;

function signedEvent(type: string, object: Record<string, unknown>, { id = `evt_${++events}_${process.pid}` } = {}) {
  const body = JSON.stringify({ id, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object } });
  const signature = new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET });
  return { body, signature };
}
