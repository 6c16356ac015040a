import PostalMime, { type Email } from 'postal-mime';
import { finishCampaigns } from '../server/campaigns/finish-campaigns.ts';
import { Deliverer } from '../server/delivery/deliver-queued-emails.ts';
import { createDkimSigner } from '../server/delivery/dkim/signer.ts';
import { createSigningKeys } from '../server/delivery/signing-keys.ts';
import { createSmtpTransport } from '../server/delivery/transports/smtp.ts';
import { WorkflowEngine } from '../server/workflows/engine.ts';
import { runJobs } from './run-jobs.ts';
import type { SmtpServerOptions } from './smtp-behaviour.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';
import type { World } from './world.ts';

export interface Relay extends SmtpServer {
  deliverer: Deliverer;
  /** Runs everything that is due now: jobs, workflows, then mail; and the workflows that its events move. */
  settle(): Promise<void>;
  /** What arrived for this address, parsed. */
  mailTo(email: string): Promise<Email[]>;
}

const CONNECTIONS = 2;
const IMPATIENT = { connectMs: 500, greetingMs: 500, commandMs: 500, afterDotMs: 500, idleMs: 5000 };

/** A relay of the test's own, and the loop that feeds it. */
export async function aRelay(world: World, options: SmtpServerOptions = {}): Promise<Relay> {
  const smtp = await startSmtpServer(options);
  const signer = createDkimSigner({ threads: 1 });
  const deliverer = new Deliverer(world.ctx, {
    transport: createSmtpTransport(new URL(`smtp://127.0.0.1:${smtp.port}`), {
      maxConnections: CONNECTIONS,
      messagesPerConnection: 1000,
      timeouts: IMPATIENT,
      log: world.ctx.log,
    }),
    signingKeys: createSigningKeys(world.ctx, signer),
  });
  const workflows = new WorkflowEngine(world.ctx);
  return {
    ...smtp,
    deliverer,
    settle: async () => {
      await runJobs(world);
      await workflows.settle();
      await deliverer.deliverDue();
      await workflows.settle();
      await deliverer.deliverDue();
      await finishCampaigns(world.ctx);
    },
    mailTo: (email) =>
      Promise.all(
        smtp.messages.filter(({ envelopeTo }) => envelopeTo === email).map(({ raw }) => PostalMime.parse(raw)),
      ),
    close: async () => {
      await deliverer.stop();
      await signer.close();
      await smtp.close();
    },
  };
}
