import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anS3Server, type S3Server } from '../../test/s3-server.ts';
import { upload } from '../../test/upload.ts';
import { type Answer, aProject, aWorld, signedIn, type TestProject, type World } from '../../test/world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};
const ANIMATED_PNG = Buffer.concat([
  PNG.subarray(0, 33),
  chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
  PNG.subarray(33),
]);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(40)]);
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let directory: string;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'posthorn-uploads-'));
  world = await aWorld({ dataDir: directory });
  acme = await aProject({ world });
});
afterAll(async () => {
  await world.app.close();
  await rm(directory, { recursive: true, force: true });
});

const post = (content: Buffer, { type = 'image/png', name = 'logo.png', field = 'image' } = {}, project = acme) =>
  upload(project, '/uploads/image', new Uint8Array(content), { type, name, field });
const pathOf = ({ body }: Answer): string => new URL(body.url).pathname;
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => world.app.inject({ method, url });

describe('an image', () => {
  it.each([
    ['png', 'image/png', PNG],
    ['png', 'image/png', ANIMATED_PNG],
    ['gif', 'image/gif', GIF],
    ['jpg', 'image/jpeg', JPEG],
    ['webp', 'image/webp', WEBP],
  ])('of type %s is stored under a name of ours and can be read by anybody', async (extension, type, content) => {
    const answer = await post(content, { type, name: `../../etc/My Logo.${extension}` });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      url: `${world.ctx.config.publicUrl}/uploads/${answer.body.key}`,
      key: expect.stringMatching(new RegExp(`^${acme.id}/\\d+-[0-9a-f]{16}\\.${extension}$`)),
      filename: expect.any(String),
      contentType: type,
      size: content.length,
    });
    const read = await get(pathOf(answer));
    expect([read.statusCode, read.headers['content-type']]).toEqual([200, type]);
    expect(read.rawPayload).toEqual(content);
  });

  it('is served so that it can do nothing but be shown', async () => {
    const { headers } = await get(pathOf(await post(PNG)));
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect((await get(pathOf(await post(PNG)), 'HEAD')).statusCode).toBe(200);
  });

  it.each<[string, Buffer, object]>([
    ['an SVG', SVG, { type: 'image/svg+xml', name: 'x.svg' }],
    ['an SVG that calls itself PNG', SVG, {}],
    ['a page that calls itself PNG', Buffer.from('<html><script>1</script>'), {}],
    ['a GIF that calls itself PNG', GIF, {}],
    ['a PDF', Buffer.from('%PDF-1.7'), { type: 'application/pdf' }],
    ['an image that calls itself text', PNG, { type: 'text/plain' }],
    ['an empty file', Buffer.alloc(0), {}],
    ['a file in another field', PNG, { field: 'file' }],
    ['more than 10 MB', Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]), {}],
  ])('is refused if it is %s', async (_, content, about) => {
    const { status, body } = await post(content, about);
    expect([status, body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('is needed: a request without one is a flat 400', async () => {
    const { status, body } = await acme.request('POST', '/uploads/image', { body: { image: 'x' } });
    expect([status, typeof body.error]).toEqual([400, 'string']);
  });

  it('can be uploaded by a member, and not to a suspended project', async () => {
    const globex = await aProject({ world });
    const bob = await signedIn(globex, 'MEMBER', { world });
    const asBob: TestProject = { ...globex, request: (method, url, options) => bob.request(method, url, options) };
    expect((await post(PNG, {}, asBob)).status).toBe(200);
    await globex.disable();
    expect((await post(PNG, {}, globex)).body.error.code).toBe('PROJECT_DISABLED');
  });

  it('that cannot be stored is a flat 503, and leaves nothing half written', async () => {
    const blocked = join(directory, 'blocked');
    await writeFile(blocked, 'a file where a folder should be');
    const elsewhere = await aWorld({ dataDir: blocked });
    const project = await aProject({ world: elsewhere });
    expect(await post(PNG, {}, project)).toMatchObject({ status: 503, body: { error: expect.any(String) } });
    await elsewhere.app.close();
    const files = await readdir(join(directory, 'uploads'), { recursive: true });
    expect(files.filter((name) => /(^|\/)\./.test(name))).toEqual([]);
  });
});

describe('the folder of uploads', () => {
  it.each([
    '/uploads/x/y.png',
    '/uploads/../secret',
    '/uploads/..%2f..%2fetc%2fpasswd/1-0000000000000000.png',
    '/uploads/%2e%2e/secret',
    '/uploads/00000000-0000-0000-0000-000000000000/..%2f..%2fsecret',
    '/uploads/00000000-0000-0000-0000-000000000000/1-0000000000000000.png',
    '/uploads/00000000-0000-0000-0000-000000000000/1-0000000000000000.svg',
    '/uploads/00000000-0000-0000-0000-000000000000/',
    '/uploads/',
  ])('answers %s with 404', async (url) => {
    await writeFile(join(directory, 'secret'), 'secret');
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('a bucket', () => {
  let bucket: S3Server;
  let cloud: World;
  let project: TestProject;
  beforeAll(async () => {
    bucket = await anS3Server({ accessKeyId: 'AKIDLOCAL' });
    cloud = await aWorld({
      s3: {
        bucket: 'pictures',
        region: 'eu-west-1',
        endpoint: bucket.endpoint,
        credentials: { accessKeyId: 'AKIDLOCAL', secretAccessKey: 'secret' },
        publicUrl: `${bucket.endpoint}/pictures`,
      },
    });
    project = await aProject({ world: cloud });
  });
  afterAll(async () => {
    await cloud.app.close();
    await bucket.close();
  });

  it('takes the image, with its type and for ever, and is where it is read', async () => {
    const { status, body } = await post(PNG, {}, project);
    expect([status, body.url]).toEqual([200, `${bucket.endpoint}/pictures/${body.key}`]);
    expect(bucket.objects.get(`/pictures/${body.key}`)?.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable'),
    });
    const read = await fetch(body.url);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PNG);
  });

  it('that fails is a flat 503', async () => {
    bucket.breakDown();
    expect(await post(PNG, {}, project)).toMatchObject({ status: 503, body: { error: expect.any(String) } });
  });
});
