import pg from 'pg';
import { seconds } from '../clock.ts';
import type { Log } from '../log.ts';

const RECONNECT_MS = seconds(1);

/**
 * Calls back on each NOTIFY of the channels, over a connection of its own that is opened again when it breaks. After a
 * reconnect every channel is called once, since notifications may have been missed.
 */
export async function listen(
  connectionString: string,
  handlers: Record<string, () => void>,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined;
  let isClosed = false;

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'posthorn-listen', keepAlive: true });
    next.on('notification', ({ channel }) => handlers[channel]?.());
    next.on('error', (error) => log.warn({ err: error }, 'the listening connection broke'));
    next.on('end', () => {
      if (client === next) reopenLater();
    });
    await next.connect();
    client = next;
    for (const channel of Object.keys(handlers)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    for (const handler of Object.values(handlers)) handler();
  }

  function reopenLater(): void {
    if (isClosed) return;
    setTimeout(() => {
      if (isClosed) return;
      open().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot listen yet');
        reopenLater();
      });
    }, RECONNECT_MS);
  }

  await open();
  return {
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}
