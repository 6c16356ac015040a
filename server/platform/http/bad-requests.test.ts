import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const track = (body: unknown, headers: Record<string, string> = {}) =>
  acme.request('POST', '/v1/track', { key: 'public', body, headers });

const envelope = (statusCode: number, code: string) => ({
  success: false,
  error: { code, message: expect.any(String), statusCode, requestId: expect.any(String) },
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
});

/** A valid body of /v1/track around one odd value. */
const around = (json: string) => `{"email":"a@example.com","event":"x","data":{"odd":${json}}}`;

describe('a body that is not what it says', () => {
  it.each([
    ['broken JSON', '{"email":'],
    ['two values', '{} {}'],
    ['bare text', 'hello'],
    ['a trailing comma', '{"email":"a@example.com",}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('%s is 400 VALIDATION_ERROR', async (_, body) => {
    const answer = await track(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(envelope(400, 'VALIDATION_ERROR'));
    expect(answer.body.error.suggestion).toContain('application/json');
  });

  it('broken JSON is in the envelope also where schema errors are flat', async () => {
    const answer = await acme.request('POST', '/contacts', { body: '{' });
    expect(answer.body).toMatchObject(envelope(400, 'VALIDATION_ERROR'));
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense'])(
    'content type %s is 415',
    async (type) => {
      const answer = await track('{"email":"a@example.com","event":"x"}', { 'content-type': type });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject(envelope(415, 'UNSUPPORTED_MEDIA_TYPE'));
    },
  );

  it('JSON may name its charset and begin with a byte order mark', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    expect((await track('\ufeff{"email":"a@example.com","event":"x"}', type)).status).toBe(200);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'a request without a body may say %s',
    async (type) => {
      const { id } = await acme.contact('typed-nothing@example.com');
      const answer = await acme.request('DELETE', `/contacts/${id}`, { headers: { 'content-type': type } });
      expect(answer.status).toBe(204);
    },
  );

  it('a missing body lacks what it should have held', async () => {
    expect((await acme.request('POST', '/contacts')).body).toEqual({ error: 'Email is required' });
    expect((await acme.request('POST', '/v1/track', { key: 'public' })).body.error.errors).toMatchObject([
      { field: 'email', message: 'Required' },
      { field: 'event', message: 'Required' },
    ]);
  });

  it('an unknown route stays unknown, whatever is sent to it', async () => {
    const answer = await acme.request('POST', '/nowhere', { body: 'x', headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(404);
  });

  it('an empty body with the JSON content type counts as no body', async () => {
    const { id } = await acme.contact('empty-body@example.com');
    const json = { 'content-type': 'application/json' };
    expect((await acme.request('DELETE', `/contacts/${id}`, { body: '', headers: json })).status).toBe(204);
    expect((await track('')).body.error).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'email' }, { field: 'event' }],
    });
  });

  it.each([
    ['a list', '[{"email":"a@example.com","event":"x"}]', 'array'],
    ['null', 'null', 'null'],
    ['a number', '7', 'number'],
    ['text', '"x"', 'string'],
  ])('%s instead of an object is 422', async (_, body, received) => {
    const answer = await track(body);
    expect(answer.body).toMatchObject(envelope(422, 'VALIDATION_ERROR'));
    expect(answer.body.error.errors).toMatchObject([{ field: '', code: 'invalid_type', received }]);
  });
});

describe('values that cannot be stored', () => {
  it.each([
    ['NUL', around('"a\\u0000b"')],
    ['NUL in a key', around('{"a\\u0000b":1}')],
    ['a lone high surrogate', around('"\\ud800"')],
    ['a lone low surrogate', around('"\\udc00x"')],
    ['a lone surrogate in a key', around('{"\\ud800":1}')],
    ['a number beyond a double', around('1e400')],
    ['a negative number beyond a double', around('[-1e999]')],
    ['nesting of 100 levels', around('['.repeat(100) + ']'.repeat(100))],
    ['nesting of a million levels', around('['.repeat(1e6) + ']'.repeat(1e6))],
    ['a __proto__ key', around('{"__proto__":{"admin":true}}')],
    ['a __proto__ key at the top', '{"__proto__":{},"email":"a@example.com","event":"x"}'],
    ['an escaped __proto__ key', around('{"\\u005f_proto__":1}')],
    ['a constructor with a prototype', around('{"constructor":{"prototype":{"admin":true}}}')],
  ])('%s is 400 BAD_REQUEST', async (_, body) => {
    const answer = await track(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(envelope(400, 'BAD_REQUEST'));
  });

  it.each([
    ['a field called constructor', around('{"constructor":"McLaren"}')],
    ['a whole emoji', around('"\\ud83d\\ude00"')],
    ['the largest double', around('1.7976931348623157e308')],
    ['an integer that no double holds exactly', around('123456789012345678901234567890')],
    ['nesting of 50 levels', around('['.repeat(50) + ']'.repeat(50))],
  ])('%s is accepted', async (_, body) => {
    expect((await track(body)).status).toBe(200);
  });

  it('a polluted body changes no object of the server', async () => {
    await track(around('{"__proto__":{"polluted":true}}'));
    expect('polluted' in {}).toBe(false);
  });
});

describe('paths and queries', () => {
  it.each(['/nowhere', '/contacts/a/b', '/v1', '/v1/unknown', '/CONTACTS'])('GET %s is 404', async (path) => {
    const answer = await acme.request('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject(envelope(404, 'RESOURCE_NOT_FOUND'));
    expect(answer.body.error.message).toBe('Unknown route');
  });

  it.each([
    ['PUT', '/contacts', 'GET, HEAD, POST'],
    ['GET', '/v1/track', 'POST'],
    ['POST', '/contacts/some-id', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/contacts?limit=1', 'GET, HEAD, POST'],
    ['POST', '/health', 'GET, HEAD'],
  ])('%s %s is 405 and names what is allowed', async (method, path, allowed) => {
    const answer = await acme.request(method, path);
    expect(answer.status).toBe(405);
    expect(String(answer.headers.allow).split(',').sort()).toEqual(allowed.split(', ').sort());
    expect(answer.body).toMatchObject(envelope(405, 'METHOD_NOT_ALLOWED'));
  });

  it('a trailing slash makes no difference', async () => {
    expect((await acme.request('GET', '/contacts/')).status).toBe(200);
    expect((await acme.request('GET', '/contacts/?limit=1')).body.data).toEqual(expect.any(Array));
  });

  it.each([
    ['a path that is not UTF-8', '/contacts/%ff'],
    ['half an escape in the path', '/contacts/%4'],
    ['a query that is not UTF-8', '/contacts?search=%ff'],
    ['half an escape in the query', '/contacts?search=%'],
    ['NUL in the path', '/contacts/a%00b'],
    ['NUL in the query', '/contacts?search=a%00b'],
    ['NUL in the name of a parameter', '/contacts?a%00b=1'],
    ['an encoded surrogate in the query', '/contacts?search=%ed%a0%80'],
  ])('%s is 400', async (_, url) => {
    const answer = await acme.request('GET', url);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(envelope(400, 'BAD_REQUEST'));
    expect(answer.headers['x-request-id']).toBe(answer.body.error.requestId);
  });

  it('the same parameter twice is 422 and names it', async () => {
    const answer = await acme.request('GET', '/contacts?search=a&search=b');
    expect(answer.body).toMatchObject(envelope(422, 'VALIDATION_ERROR'));
    expect(answer.body.error.errors).toMatchObject([{ field: 'search', code: 'invalid_type', received: 'array' }]);
  });

  it('prototype words as parameters and ids are ordinary unknowns', async () => {
    expect((await acme.request('GET', '/contacts?constructor=1&toString=2')).status).toBe(200);
    expect((await acme.request('GET', '/contacts/constructor')).status).toBe(404);
    expect((await acme.request('GET', '/contacts/__proto__')).status).toBe(404);
    expect((await acme.request('GET', '/contacts?__proto__=1')).status).toBeLessThan(500);
  });

  it('an id of thousands of characters is a clean refusal', async () => {
    expect((await acme.request('GET', `/contacts/${'x'.repeat(3000)}`)).status).toBe(404);
    const endless = await acme.request('GET', `/contacts/${'x'.repeat(9000)}`);
    expect(endless.body).toMatchObject(envelope(414, 'BAD_REQUEST'));
  });
});
