import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import nodemailer from 'nodemailer';
import { freePort, untilOpen } from './smtp-sink.ts';

/** The usual home-made senders, given the same mail, sink and number of connections. */
export interface HomeMade {
  port: number;
  connections: number;
  count: number;
  body: string;
}

interface Person {
  i: number;
}

function nodemailerPool({ port, connections, body }: HomeMade) {
  const pool = nodemailer.createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  const send = ({ i }: Person) => {
    const html = body.replaceAll('{{name}}', `Person ${i}`).replaceAll('{{code}}', `C${i}`);
    return pool.sendMail({
      from: 'News <news@bare.example>',
      to: `r${i}@example.net`,
      subject: `News for Person ${i}`,
      html,
      text: html.replace(/<[^>]+>/g, ' '),
    });
  };
  return { send, close: () => pool.close() };
}

/** A loop over nodemailer's pool: no queue, no accounting. Mails per second. */
export async function bareLoop(options: HomeMade): Promise<number> {
  const { send, close } = nodemailerPool(options);
  const start = performance.now();
  let next = 0;
  const sendInTurn = async (): Promise<void> => {
    for (let i = next++; i < options.count; i = next++) await send({ i });
  };
  await Promise.all(Array.from({ length: options.connections * 4 }, sendInTurn));
  const elapsed = performance.now() - start;
  close();
  return (options.count / elapsed) * 1000;
}

/** BullMQ brings no Redis, and no client for it. */
export function whyNoBullmq(): string | undefined {
  if (spawnSync('redis-server', ['--version']).error) return 'redis-server is not installed';
  try {
    createRequire(import.meta.url).resolve('ioredis');
    return undefined;
  } catch {
    return 'the package ioredis is not installed';
  }
}

/** A BullMQ worker over the same pool, with Redis on this machine as its authors advise (append-only file, each second). */
export async function bullmqWorker(options: HomeMade): Promise<number> {
  const redis = await startRedis();
  const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
  const queue = new Queue<Person>('mail', { connection });
  const { send, close } = nodemailerPool(options);
  const worker = new Worker<Person>('mail', async ({ data }) => void (await send(data)), {
    connection,
    autorun: false,
    concurrency: options.connections * 4,
  });
  try {
    const jobs = Array.from({ length: options.count }, (_, i) => ({ name: 'mail', data: { i } }));
    for (let i = 0; i < jobs.length; i += 1000) await queue.addBulk(jobs.slice(i, i + 1000));
    const start = performance.now();
    let done = 0;
    await new Promise<void>((resolve, reject) => {
      worker.on('completed', () => {
        done++;
        if (done === options.count) resolve();
      });
      worker.on('failed', (_job, error) => reject(error));
      worker.on('error', reject);
      void worker.run();
    });
    return (options.count / (performance.now() - start)) * 1000;
  } finally {
    await worker.close(true);
    await queue.close();
    close();
    await redis.stop();
  }
}

async function startRedis() {
  const dir = await mkdtemp(join(tmpdir(), 'posthorn-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes'];
  const redis = spawn('redis-server', args, { stdio: 'ignore' });
  await untilOpen(port);
  return {
    port,
    stop: async () => {
      const ended = new Promise((resolve) => redis.once('exit', resolve));
      redis.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
