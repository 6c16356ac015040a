import { once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aMessage } from '../../../test/smtp-client.ts';
import { prepareMime } from '../build-mime.ts';
import { createSesTransport } from './ses.ts';
import type { Transport } from './transport.ts';

// CommonJS with a default export, which TypeScript and the test runner import differently.
const { default: sesServer }: typeof import('aws-ses-v2-local') = createRequire(import.meta.url)('aws-ses-v2-local');

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  return () => vi.unstubAllEnvs();
});

function aTransport(port: number): Transport {
  const transport = createSesTransport({
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${port}`,
    maxConnections: 3,
    configurationSet: 'acme',
  });
  onTestFinished(() => transport.close());
  return transport;
}

interface Seen {
  url: string | undefined;
  body: {
    Destination: unknown;
    FromEmailAddress?: string;
    ConfigurationSetName: string;
    Content: { Raw: { Data: string } };
  };
}

/** An endpoint that answers everything in one way. */
async function anEndpoint(answer: (response: http.ServerResponse) => void): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ url: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

const failure =
  (status: number, type: string, message = 'no') =>
  (response: http.ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
    response.end(JSON.stringify({ message }));
  };

const down = { result: 'retryLater', transportDown: true };
const rejected = (badAddress: boolean) => ({ result: 'rejected', badAddress });

describe('the SES transport', () => {
  it('hands the whole message to SES and remembers its id', async () => {
    const server = await sesServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const raw = prepareMime({ from: { email: 'news@acme.test' }, headers: {}, attachments: [] }).build({
      to: { name: 'Zoë', email: 'zoe@example.com' },
      subject: 'Grüße',
      html: '<p>Hallo</p>',
      text: 'Hallo',
      messageId: '<1@acme.test>',
      date: new Date(),
    });
    const outcome = await aTransport(port).send(aMessage({ raw, envelopeTo: 'zoe@example.com' }));
    const { emails } = (await (await fetch(`http://127.0.0.1:${port}/store`)).json()) as { emails: object[] };
    expect(emails).toMatchObject([
      { from: 'news@acme.test', subject: 'Grüße', body: { html: expect.stringContaining('<p>Hallo</p>') } },
    ]);
    expect(outcome).toMatchObject({
      result: 'accepted',
      providerMessageId: (emails[0] as { messageId: string }).messageId,
    });
  });

  it('sends to the envelope recipient, byte for byte, under the configuration set', async () => {
    const { port, seen } = await anEndpoint((response) => response.end(JSON.stringify({ MessageId: 'id-1' })));
    const message = aMessage({ envelopeTo: 'ada@bücher.example', raw: Buffer.from([13, 10, 0, 255, 46]) });
    expect(await aTransport(port).send(message)).toEqual({
      result: 'accepted',
      response: 'SES id-1',
      providerMessageId: 'id-1',
    });
    expect(seen).toEqual([
      {
        url: '/v2/email/outbound-emails',
        body: {
          Destination: { ToAddresses: ['ada@xn--bcher-kva.example'] },
          ConfigurationSetName: 'acme',
          Content: { Raw: { Data: message.raw.toString('base64') } },
        },
      },
    ]);
  });

  it.each([
    [429, 'TooManyRequestsException', 'slow down', down],
    [400, 'ThrottlingException', 'Maximum sending rate exceeded', down],
    [400, 'LimitExceededException', 'quota', down],
    [400, 'SendingPausedException', 'paused', down],
    [403, 'AccessDeniedException', 'not you', down],
    [403, 'SignatureDoesNotMatch', 'wrong secret', down],
    [404, 'NotFoundException', 'no such configuration set', down],
    [500, 'InternalServiceErrorException', 'oops', down],
    [503, 'ServiceUnavailable', 'later', down],
    [400, 'MessageRejected', 'Email address is not verified.', rejected(false)],
    [400, 'MessageRejected', 'Address blacklisted.', rejected(true)],
    [400, 'BadRequestException', 'Illegal address', rejected(true)],
    [400, 'BadRequestException', "Missing final '@domain'", rejected(true)],
    [400, 'BadRequestException', 'Domain contains illegal character', rejected(true)],
    [400, 'BadRequestException', 'Header too long', rejected(false)],
    [400, 'MailFromDomainNotVerifiedException', 'no', rejected(false)],
    [413, 'Whatever', 'too large', rejected(false)],
    [504, 'Whatever', 'gateway timeout', { result: 'unknown' }],
  ])('takes %i %s "%s" for what it is, and asks once', async (status, type, message, outcome) => {
    const { port, seen } = await anEndpoint(failure(status, type, message));
    expect(await aTransport(port).send(aMessage())).toMatchObject(outcome);
    expect(seen).toHaveLength(1);
  });

  it('cannot know what became of a message when the answer is lost', async () => {
    const { port, seen } = await anEndpoint((response) => response.destroy());
    expect(await aTransport(port).send(aMessage())).toMatchObject({ result: 'unknown' });
    expect(seen).toHaveLength(1);
  });

  it('knows that nothing was sent when SES cannot be reached', async () => {
    const server = http.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    expect(await aTransport(port).send(aMessage())).toMatchObject({
      ...down,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('lets what is on the wire end when it is closed', async () => {
    const { port } = await anEndpoint((response) =>
      setTimeout(() => response.end(JSON.stringify({ MessageId: 'late' })), 100),
    );
    const transport = aTransport(port);
    const sending = transport.send(aMessage());
    await transport.close();
    expect(await sending).toMatchObject({ providerMessageId: 'late' });
  });
});
