import pg from 'pg';
import { seconds } from '../clock.ts';
import type { Log } from '../log.ts';
import { endSilentClients } from './end-silent.ts';
import { KEEP_ALIVE } from './keep-alive.ts';

const RECONNECT_MS = seconds(1);
/** Nothing is heard of a quiet channel, nor of a dead connection: asking tells them apart. */
const HEARTBEAT_MS = seconds(10);

/**
 * Calls back on each NOTIFY of the channels, over a connection of its own that is opened again when it breaks. After a
 * reconnect every channel is called once, since notifications may have been missed.
 */
export async function listen(
  connectionString: string,
  handlers: Record<string, () => void>,
  log: Log,
  { silenceMs = HEARTBEAT_MS }: { silenceMs?: number } = {},
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined;
  let isClosed = false;
  const onSilence = (error: Error) => log.warn({ err: error }, 'the listening connection is ended');
  const silence = endSilentClients({ connectionString, silenceMs, onSilence });

  async function open(): Promise<void> {
    const next = new silence.Client({ connectionString, application_name: 'posthorn-listen', ...KEEP_ALIVE });
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
  // What fails has ended the connection, which is opened again.
  const heartbeat = setInterval(() => client?.query('select 1').catch(() => {}), silenceMs).unref();
  return {
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      silence.stop();
      await client?.end();
    },
  };
}
