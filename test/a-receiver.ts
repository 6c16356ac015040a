import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

type Reaction = { status?: number; headers?: Record<string, string>; body?: string } | 'silence';

/** A server of the world that takes webhooks: keeps what came, and answers as told. */
export async function aReceiver(react: (request: Received, n: number) => Reaction = () => ({}), host = '127.0.0.1') {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, text });
    const reaction = react({ method, path, headers, text }, received.length);
    if (reaction === 'silence') return;
    response.writeHead(reaction.status ?? 200, reaction.headers).end(reaction.body ?? '{"ok":true}');
  }).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    received,
    url: `http://${host}:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
