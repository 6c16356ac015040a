import { randomUUID } from 'node:crypto';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { Circuit, type CircuitState } from './circuit.ts';
import { type ClaimedEmail, claimEmails } from './claim-emails.ts';
import { recoverLapsedLeases, releaseEmails, renewLeases } from './leases.ts';
import { chunkSender } from './send-chunk.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { Outcome, Transport } from './transports/transport.ts';

const POLL_MS = seconds(1);
const MAX_CLAIM = 500;
/** Chunks on the wire at once, together never more than the transport carries: that bounds what a crash leaves open. */
const CHUNKS_ON_WIRE = 2;

export interface Deliverer {
  start(): void;
  /** Something was queued. */
  wake(): void;
  /** Delivers everything that is due, then returns. */
  deliverDue(): Promise<void>;
  /** Stops claiming, drains the wire, gives the rest back. */
  stop(): Promise<void>;
  state(): CircuitState;
}

export function createDeliverer(
  ctx: BaseCtx,
  { transport, signingKeys }: { transport: Transport; signingKeys: SigningKeys },
): Deliverer {
  const owner = randomUUID();
  const leaseMs = seconds(ctx.config.deliveryLeaseSeconds);
  const circuit = new Circuit();
  const chunks = chunkSender(ctx, { owner, transport, signingKeys, onOutcome });
  const chunkSize = Math.max(1, Math.floor(transport.capacity / CHUNKS_ON_WIRE));
  const onWire = new Set<Promise<void>>();
  const alarm = createAlarm();
  let isStopping = false;
  /** Why the current round must end; thrown when the wire is quiet. */
  let trouble: unknown;
  let loop: Promise<void> | undefined;
  const timers: NodeJS.Timeout[] = [];

  function onOutcome(outcome: Outcome): void {
    if (outcome.result === 'retryLater' && outcome.transportDown) {
      if (!circuit.state.isOpen) ctx.log.error({ reason: outcome.reason }, 'the mail transport is down: sending pauses');
      circuit.open(outcome.reason);
    } else if (circuit.state.isOpen && outcome.result !== 'retryLater') {
      ctx.log.info({ transport: transport.name }, 'the mail transport works again');
      circuit.close();
    }
  }

  const claim = (): Promise<ClaimedEmail[]> => {
    const wanted = circuit.admits(Math.min(MAX_CLAIM, chunkSize * 8));
    return wanted === 0 ? Promise.resolve([]) : claimEmails(ctx, { owner, ms: leaseMs }, wanted);
  };

  /** The next claim runs while the current one is written, signed and sent. */
  async function deliverDue(): Promise<void> {
    trouble = undefined;
    try {
      let claimed = await claim();
      while (claimed.length > 0 && mayGoOn()) {
        [claimed] = await Promise.all([claim(), sendClaimed(claimed)]);
      }
    } finally {
      await Promise.all(onWire);
      await releaseEmails(ctx, owner);
    }
    if (trouble) throw trouble;
  }

  const mayGoOn = (): boolean => !isStopping && !circuit.state.isOpen && !trouble;

  async function sendClaimed(claimed: ClaimedEmail[]): Promise<void> {
    for (let i = 0; i < claimed.length && mayGoOn(); i += chunkSize) {
      const ready = await chunks.prepare(claimed.slice(i, i + chunkSize));
      while (onWire.size >= CHUNKS_ON_WIRE) await Promise.race(onWire);
      const sending = chunks
        .send(ready)
        .catch((error: unknown) => {
          trouble ??= error;
        })
        .finally(() => onWire.delete(sending));
      onWire.add(sending);
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        await deliverDue();
      } catch (error) {
        // A database restart ends here: the loop waits and goes on.
        ctx.log.error({ err: error }, 'delivery interrupted');
      }
      if (!isStopping) await alarm.ring(POLL_MS);
    }
  }

  const repeat = (ms: number, work: () => Promise<unknown>): void => {
    const timer = setInterval(() => {
      work().catch((error: unknown) => ctx.log.error({ err: error }, 'lease upkeep failed'));
    }, ms);
    timers.push(timer);
  };

  return {
    start: () => {
      loop ??= run();
      repeat(leaseMs / 3, () => renewLeases(ctx, owner, leaseMs));
      repeat(leaseMs / 6, () => recoverLapsedLeases(ctx));
    },
    wake: alarm.set,
    deliverDue,
    stop: async () => {
      isStopping = true;
      alarm.set();
      await loop;
      for (const timer of timers) clearInterval(timer);
      await transport.close();
    },
    state: () => circuit.state,
  };
}

/** Waits for a time or a call, whichever comes first; a call that comes while nobody waits is not lost. */
function createAlarm() {
  let isSet = false;
  let wakeUp: (() => void) | undefined;
  return {
    set: (): void => {
      isSet = true;
      wakeUp?.();
    },
    ring: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          wakeUp = undefined;
          isSet = false;
          resolve();
        };
        const timer = setTimeout(done, ms);
        wakeUp = done;
        if (isSet) done();
      }),
  };
}
