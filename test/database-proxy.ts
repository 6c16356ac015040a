import type { NetConnectOpts } from 'node:net';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Stands between a server and its database. `through` names a database of that server as seen through the proxy. */
export async function aDatabaseProxy(serverUrl: string): Promise<TcpProxy & { through(url: string): string }> {
  const proxy = await startTcpProxy(() => addressOf(new URL(serverUrl)));
  const through = (url: string) => {
    const { username, password, pathname } = new URL(url);
    return `postgresql://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`;
  };
  return { ...proxy, through };
}

/** The embedded Postgres listens on a socket in the file system only. */
function addressOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const directory = searchParams.get('host');
  if (directory) return { path: `${directory}/.s.PGSQL.${port || 5432}` };
  return { host: hostname, port: Number(port || 5432) };
}
