import fc from 'fast-check';
import { z } from 'zod';
import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { fromSchema } from './from-schema.ts';
import { hostileText, hostileValue } from './values.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** A request as it goes over the wire. Latin-1: a byte per character, so that any byte can be said. */
export interface WireRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
}

export interface Attack {
  ids: string[];
  /** Credentials that work, each as header lines. */
  credentials: [string, string][][];
  /** Credentials of every wrong kind. */
  otherCredentials: [string, string][][];
}

/** Requests to one endpoint: mostly of the right shape, so that they come far, with hostile parts anywhere. */
export function requestsTo(endpoint: Pick<AnyEndpoint, 'method' | 'path' | 'request' | 'upload'>, attack: Attack) {
  const root = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as Schema;
  const { query, body } = (root.properties ?? {}) as Record<string, Schema | undefined>;
  const growing = { root, ids: attack.ids, depth: 0 };
  const json = body ? fromSchema(body, growing) : fc.constant(undefined);
  return fc
    .record({
      url: fc.tuple(pathOf(endpoint.path, attack.ids), queryOf(query, growing)).map(([path, text]) => path + text),
      body: endpoint.upload ? multipartBody : bodyOf(json),
      credentials: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...attack.credentials) },
        { weight: 1, arbitrary: fc.constantFrom(...attack.otherCredentials) },
      ),
      odd: oddHeaders(attack),
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(endpoint.method as string) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'),
        },
      ),
    })
    .map(({ url, body, credentials, odd, method }): WireRequest => {
      const hasBody = endpoint.method !== 'GET' && body !== undefined;
      const type: [string, string][] = hasBody ? [['content-type', body.type]] : [];
      return { method, url, headers: [...credentials, ...type, ...odd], body: hasBody ? body.text : undefined };
    });
}

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Escapes that are none, bytes that are no UTF-8, dots and slashes where none belong. */
const RAW_PARTS = [
  '%',
  '%4',
  '%ff',
  '%00',
  '%ed%a0%80',
  '%2e%2e%2f',
  '..',
  '%252e',
  '%2F',
  ';a=b',
  '\xe9',
  '+',
  '%0d%0a',
];

const urlPart = (ids: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids).map(escaped) },
    { weight: 3, arbitrary: hostileText.map((text) => escaped(text.slice(0, 3000))) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_PARTS) },
  );

function pathOf(path: string, ids: string[]): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? urlPart(ids) : fc.constant(part)));
  return fc.tuple(...parts).map((texts) => texts.join('/'));
}

function queryOf(schema: Schema | undefined, growing: Parameters<typeof fromSchema>[1]): fc.Arbitrary<string> {
  const known = Object.entries(schema?.properties ?? {}) as [string, Schema][];
  const pairs = known.map(([name, property]) => fromSchema(property, growing).map((value) => pair(name, value)));
  const odd = fc.oneof(
    fc.constantFrom(...RAW_PARTS, '&', '=', '&&=', 'a[b]=c', 'limit=1&limit=2', '__proto__[x]=1', 'cursor=e30='),
    fc.tuple(hostileText, hostileText).map(([name, value]) => pair(name.slice(0, 200), value)),
    ...pairs.map((each) => fc.tuple(each, each).map(([one, other]) => `${one}&${other}`)),
  );
  const some = pairs.length > 0 ? fc.array(fc.oneof(...pairs), { maxLength: 4 }) : fc.constant([]);
  return fc
    .tuple(some, fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: odd }))
    .map(([plain, last]) => [...plain, ...(last ? [last] : [])].join('&'))
    .map((text) => (text ? `?${text}` : ''));
}

const pair = (name: string, value: unknown): string =>
  `${escaped(name)}=${escaped(typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 3000)}`;

interface Body {
  type: string;
  text: string;
}

const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Bodies that are no JSON, or JSON that no stringifier makes. */
const RAW_BODIES = [
  '',
  '{',
  '{"a":1,}',
  '{} {}',
  'null',
  '"text"',
  '[',
  '\xff\xfe{}',
  '\xef\xbb\xbf{}',
  '{"a":1e400}',
  '{"a":"\\ud800"}',
  '{"email":"a@b.test","email":{}}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `{"a":${'9'.repeat(10_000)}}`,
  '{"data":{"__proto__":{"x":1}}}',
];
const TYPES = [
  'application/json; charset=utf-16',
  'application/json;;;',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/xml',
  '*/*',
  'nonsense',
  '/',
];

function bodyOf(json: fc.Arbitrary<unknown>): fc.Arbitrary<Body | undefined> {
  const type = 'application/json';
  return fc.oneof(
    {
      weight: 20,
      arbitrary: json.map((value) =>
        value === undefined ? undefined : { type, text: asBytes(JSON.stringify(value)) },
      ),
    },
    { weight: 2, arbitrary: hostileValue.map((value) => ({ type, text: asBytes(JSON.stringify(value)) })) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES).map((text) => ({ type, text })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(json, fc.constantFrom(...TYPES))
        .map(([value, other]) => ({ type: other, text: asBytes(JSON.stringify(value) ?? '') })),
    },
  );
}

const FILES = [
  'email\nada@example.com\n',
  'email,"',
  '\xff\xfe\x00',
  `email\n${'x'.repeat(50_000)}`,
  '',
  '\0\0\0',
  '\x89PNG\r\n\x1a\n',
  '<svg onload="x">',
];
const NAMES = ['a.csv', '../../x.csv', 'a"b.csv', '\xe9.csv', '', 'x'.repeat(300), 'a.png', 'a.svg'];

const multipartBody: fc.Arbitrary<Body> = fc
  .record({
    field: fc.oneof(fc.constant('file'), fc.constantFrom('', '__proto__', 'x'.repeat(300), 'a"b')),
    name: fc.constantFrom(...NAMES),
    file: fc.oneof(fc.constantFrom(...FILES), hostileText.map(asBytes)),
    type: fc.constantFrom('text/csv', 'image/png', 'nonsense', ''),
    copies: fc.integer({ min: 0, max: 3 }),
    end: fc.constantFrom('--\r\n', '', '\r\n', '--'),
  })
  .map(({ field, name, file, type, copies, end }) => {
    const part = `--bound\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${file}\r\n`;
    return { type: 'multipart/form-data; boundary=bound', text: `${part.repeat(copies)}--bound${end}` };
  });

/** A header value may hold any byte but these, which would end it. */
const headerValue = hostileText.map((text) =>
  asBytes(text)
    .slice(0, 2000)
    .replace(/[\0\r\n]/g, ' '),
);

function oddHeaders({ ids }: Attack): fc.Arbitrary<[string, string][]> {
  const names = [
    'idempotency-key',
    'x-request-id',
    'accept-language',
    'user-agent',
    'accept',
    'cookie',
    'origin',
    'referer',
  ];
  const one: fc.Arbitrary<[string, string]> = fc.oneof(
    fc.tuple(fc.constantFrom(...names, 'x-forwarded-for', 'x-forwarded-host', 'if-none-match', 'range'), headerValue),
    fc.tuple(fc.constant<string>('x-project-id'), fc.oneof(fc.constantFrom(...ids), headerValue)),
    fc.constantFrom<[string, string]>(
      ['cookie', 'a=b; =; ;;; %zz=%zz; token="'],
      ['cookie', `token=${'x'.repeat(5000)}`],
      ['cookie', 'token=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
      ['accept-encoding', 'gzip;q=nonsense'],
      ['range', 'bytes=-1,0-99999999999999'],
      ['x-http-method-override', 'DELETE'],
    ),
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 2 }) },
  );
}
