import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const START_TRIES = 100;

/** Postfix's own sink: takes mail as fast as any relay could, and forgets it. */
export async function startSmtpSink(): Promise<{ port: number; stop(): void }> {
  const port = await freePort();
  // It refuses to work as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const sink = spawn('smtp-sink', [...user, '-c', `127.0.0.1:${port}`, '1000'], { stdio: 'ignore' });
  await untilOpen(port);
  return { port, stop: () => void sink.kill() };
}

/** The limit: Postfix's own source repeats one message of this size. Answers mails per second. */
export function smtpSource(
  port: number,
  { count, bytes, connections }: Record<'count' | 'bytes' | 'connections', number>,
) {
  const start = performance.now();
  const args = ['-s', String(connections), '-l', String(bytes), '-m', String(count), `127.0.0.1:${port}`];
  const { status, stderr } = spawnSync('smtp-source', args);
  if (status !== 0) throw new Error(`smtp-source: ${stderr}`);
  return (count / (performance.now() - start)) * 1000;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

export async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(50);
  }
  throw new Error(`nothing listens on port ${port}`);
}
