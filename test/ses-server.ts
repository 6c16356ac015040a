import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface Identity {
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE' | 'NOT_STARTED';
  tokens: string[];
  mailFrom?: string | undefined;
}

/** The identity calls of Amazon SES (v2), as the SDK speaks them: aws-ses-v2-local knows only sending. */
export interface SesServer {
  endpoint: string;
  identities: Map<string, Identity>;
  /** Every call from now on is refused like this; undefined: works again. */
  refuseWith(error: string | undefined): void;
  close(): Promise<void>;
}

export async function aSesServer(): Promise<SesServer> {
  const identities = new Map<string, Identity>();
  let refusal: string | undefined;
  const server = http.createServer(async (request, response) => {
    const body = await jsonBody(request);
    const [status, answer] = refusal ? refused(400, refusal) : respond(identities, request, body);
    const error = (answer as { __type?: string }).__type;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(error ? { 'x-amzn-errortype': error } : {}),
    });
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    identities,
    refuseWith: (error) => {
      refusal = error;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const refused = (status: number, error: string): [number, object] => [
  status,
  { __type: error, message: 'arn:aws:iam::123456789012:user/posthorn may not do this' },
];

type Body = Record<string, string | undefined>;

function respond(identities: Map<string, Identity>, request: http.IncomingMessage, body: Body): [number, object] {
  const [, name = '', rest = ''] = /\/email\/identities\/?([^/]*)\/?(.*)$/.exec(request.url ?? '') ?? [];
  const domain = decodeURIComponent(name) || (body.EmailIdentity ?? '');
  const call = `${request.method} ${rest}`.trim();
  if (call === 'POST') {
    if (identities.has(domain)) return refused(400, 'AlreadyExistsException');
    identities.set(domain, {
      status: 'PENDING',
      tokens: ['a', 'b', 'c'].map((letter) => `${letter}-${domain.length}`),
    });
  }
  const identity = identities.get(domain);
  if (!identity) return refused(404, 'NotFoundException');
  if (call === 'DELETE') identities.delete(domain);
  if (call === 'PUT mail-from') identity.mailFrom = body.MailFromDomain;
  if (call === 'PUT dkim/signing') {
    identity.status = 'PENDING';
    return [200, { DkimStatus: identity.status, DkimTokens: identity.tokens }];
  }
  return [200, shown(identity)];
}

const shown = ({ status, tokens, mailFrom }: Identity) => ({
  IdentityType: 'DOMAIN',
  VerifiedForSendingStatus: status === 'SUCCESS',
  DkimAttributes: { Status: status, Tokens: tokens },
  ...(mailFrom ? { MailFromAttributes: { MailFromDomain: mailFrom } } : {}),
});

async function jsonBody(request: http.IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}
