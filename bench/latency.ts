import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpServer } from '../test/smtp-server.ts';
import { verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { startServerProcess } from './tools/server-process.ts';

/** From POST /v1/send to the mail in the SMTP server, one at a time, on an otherwise idle server. */
const MAILS = 100;
const MAX_MEDIAN_MS = 50;

const arrivals = new EventEmitter();
const smtp = await startSmtpServer({ keep: false, onMessage: ({ envelopeTo }) => arrivals.emit(envelopeTo) });
const server = await startServerProcess({
  env: { MAIL_TRANSPORT: `smtp://127.0.0.1:${smtp.port}`, BOOTSTRAP_DOMAINS: 'bench.example' },
});

async function sendOne(i: number): Promise<number> {
  const to = `latency${i}@example.net`;
  const arrival = once(arrivals, to);
  const start = performance.now();
  const answer = await fetch(`${server.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, from: 'a@bench.example', subject: 'Your code', body: '<p>123456</p>' }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  await arrival;
  return performance.now() - start;
}

try {
  for (let i = 0; i < 10; i++) await sendOne(-1 - i);
  const times: number[] = [];
  for (let i = 0; i < MAILS; i++) {
    times.push(await sendOne(i));
    await delay(20);
  }
  times.sort((a, b) => a - b);
  const median = times[MAILS / 2] as number;
  console.log(
    `median ${median.toFixed(1)} ms   p95 ${times[Math.floor(MAILS * 0.95)]?.toFixed(1)} ms   worst ${times.at(-1)?.toFixed(1)} ms   (${MAILS} mails, DKIM signed)`,
  );
  collect({ what: 'POST /v1/send until the mail arrives, median', ours: median, unit: 'ms' });
  verdict(`send until arrival: median ${MAX_MEDIAN_MS} ms or less`, median <= MAX_MEDIAN_MS);
} finally {
  await server.stop();
  await smtp.close();
}
