import { randomUUID } from 'node:crypto';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { listen } from '../platform/db/listen.ts';
import { repeat } from '../platform/repeat.ts';
import type { CircuitState } from './circuit.ts';
import { Deliverer } from './deliver-queued-emails.ts';
import { createDkimSigner } from './dkim/signer.ts';
import { recoverLapsedLeases } from './leases.ts';
import { QUEUED_CHANNEL } from './queue-emails.ts';
import { reportRelay, withdrawReport } from './relay-reports.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createTransport } from './transports/create-transport.ts';

export interface Delivery {
  /** Is the relay usable, and if not, since when and why. */
  state(): CircuitState;
  stop(): Promise<void>;
}

export async function startDelivery(ctx: BaseCtx, connectionString: string): Promise<Delivery> {
  // Nobody else can hold a lease on a database that is ours alone: what the last run left is decided at once.
  if (!ctx.config.sharesDatabase) await recoverLapsedLeases(ctx, { everyLease: true });
  const signer = createDkimSigner();
  const deliverer = new Deliverer(ctx, {
    transport: createTransport(ctx),
    signingKeys: createSigningKeys(ctx, signer),
  });
  const listener = await listen(connectionString, { [QUEUED_CHANNEL]: () => deliverer.wake() }, ctx.log);
  deliverer.start();
  const workerId = randomUUID();
  const report = () => reportRelay(ctx, workerId, deliverer.state);
  await report();
  const reporting = repeat(seconds(5), report, ctx.log);
  return {
    state: () => deliverer.state,
    stop: async () => {
      await listener.close();
      await reporting.stop();
      await deliverer.stop();
      await signer.close();
      await withdrawReport(ctx, workerId);
    },
  };
}
