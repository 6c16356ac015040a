import { randomUUID } from 'node:crypto';
import { createAlarm } from '../platform/alarm.ts';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { repeat } from '../platform/repeat.ts';
import { Circuit, type CircuitState } from './circuit.ts';
import { type ClaimedEmail, claimEmails } from './claim-emails.ts';
import { recoverLapsedLeases, releaseEmails, renewLeases } from './leases.ts';
import { ChunkSender } from './send-chunk.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { Outcome, Transport } from './transports/transport.ts';

const POLL_MS = seconds(1);
/** Under a rate the allowance grows all the time, and holds no more than a second's worth. */
const POLL_UNDER_RATE_MS = seconds(0.2);
const MAX_CLAIM = 500;
/** What is claimed goes out before anything that is queued later, however urgent: a few chunks, not more. */
const CHUNKS_PER_CLAIM = 4;
/** Two chunks: while one is on the wire, the next is marked. */
const CHUNKS_ON_WIRE = 2;
/** Marking a row costs a commit, so a chunk is a few times what the connections carry at once. */
const WINDOW_PER_SLOT = 4;

/** How many emails may be marked as on the wire at once: the most that a crash can leave open. */
export const windowOf = ({ capacity }: Pick<Transport, 'capacity'>): number => capacity * WINDOW_PER_SLOT;

interface Deps {
  transport: Transport;
  signingKeys: SigningKeys;
}

/** The delivery loop of one process: claim, write, sign, hand over, record. */
export class Deliverer {
  readonly #ctx: BaseCtx;
  readonly #transport: Transport;
  readonly #chunks: ChunkSender;
  readonly #chunkSize: number;
  readonly #leaseMs: number;
  readonly #owner = randomUUID();
  readonly #circuit = new Circuit();
  readonly #alarm = createAlarm();
  readonly #onWire = new Set<Promise<void>>();
  readonly #upkeep: { stop(): Promise<void> }[] = [];
  #isStopping = false;
  #loop: Promise<void> | undefined;
  /** One message is out to see whether the relay works again. */
  #isProbing = false;
  /** Why the current round must end; thrown when the wire is quiet. */
  #trouble: unknown;

  constructor(ctx: BaseCtx, { transport, signingKeys }: Deps) {
    this.#ctx = ctx;
    this.#transport = transport;
    this.#leaseMs = seconds(ctx.config.deliveryLeaseSeconds);
    this.#chunkSize = Math.max(1, Math.floor(windowOf(transport) / CHUNKS_ON_WIRE));
    const onOutcome = (outcome: Outcome) => this.#watch(outcome);
    this.#chunks = new ChunkSender(ctx, { owner: this.#owner, transport, signingKeys, onOutcome });
  }

  /** Is the relay usable, and if not, since when and why. */
  get state(): CircuitState {
    return this.#circuit.state;
  }

  start(): void {
    this.#loop ??= this.#run();
    const { log } = this.#ctx;
    this.#upkeep.push(
      repeat(this.#leaseMs / 3, () => renewLeases(this.#ctx, this.#owner, this.#leaseMs), log),
      repeat(this.#leaseMs / 6, () => recoverLapsedLeases(this.#ctx), log),
    );
  }

  /** Something was queued. */
  wake(): void {
    this.#alarm.set();
  }

  /** Stops claiming, drains the wire, gives the rest back. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#alarm.set();
    await this.#loop;
    for (const duty of this.#upkeep) await duty.stop();
    await this.#transport.close();
  }

  async #run(): Promise<void> {
    const { emailRatePerSecond, projectEmailRatePerSecond } = this.#ctx.config;
    const pollMs = (emailRatePerSecond ?? projectEmailRatePerSecond) === undefined ? POLL_MS : POLL_UNDER_RATE_MS;
    while (!this.#isStopping) {
      try {
        await this.deliverDue();
      } catch (error) {
        // A database restart ends here: the loop waits and goes on.
        this.#ctx.log.error({ err: error }, 'delivery interrupted');
      }
      if (!this.#isStopping) await this.#alarm.ring(pollMs);
    }
  }

  /** Delivers everything that is due, then returns. The next claim runs while the current one is written and sent. */
  async deliverDue(): Promise<void> {
    this.#trouble = undefined;
    this.#isProbing = false;
    try {
      let claimed = await this.#claim();
      while (claimed.length > 0 && this.#mayGoOn()) {
        // A failure of one must not leave the other running unseen: what it sends would be given back, and sent again.
        const current = claimed;
        const [next] = await Promise.all([
          this.#orTrouble(() => this.#claim()),
          this.#orTrouble(() => this.#send(current)),
        ]);
        claimed = next ?? [];
      }
    } finally {
      await Promise.all(this.#onWire);
      await releaseEmails(this.#ctx, this.#owner, this.#chunks.unrecorded());
    }
    if (this.#trouble) throw this.#trouble;
  }

  async #orTrouble<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#trouble ??= error;
      return undefined;
    }
  }

  #mayGoOn(): boolean {
    return !this.#isStopping && !this.#trouble && (!this.#circuit.state.isOpen || this.#isProbing);
  }

  async #claim(): Promise<ClaimedEmail[]> {
    const wanted = this.#isProbing ? 0 : this.#circuit.admits(Math.min(MAX_CLAIM, this.#chunkSize * CHUNKS_PER_CLAIM));
    if (wanted === 0) return [];
    const isProbe = this.#circuit.state.isOpen;
    const claimed = await claimEmails(this.#ctx, { owner: this.#owner, ms: this.#leaseMs }, wanted);
    this.#isProbing = isProbe && claimed.length > 0;
    return claimed;
  }

  async #send(claimed: ClaimedEmail[]): Promise<void> {
    for (let i = 0; i < claimed.length && this.#mayGoOn(); i += this.#chunkSize) {
      const ready = await this.#chunks.prepare(claimed.slice(i, i + this.#chunkSize));
      while (this.#onWire.size >= CHUNKS_ON_WIRE) await Promise.race(this.#onWire);
      const sending = this.#chunks
        .send(ready)
        .catch((error: unknown) => {
          this.#trouble ??= error;
        })
        .finally(() => this.#onWire.delete(sending));
      this.#onWire.add(sending);
    }
  }

  #watch(outcome: Outcome): void {
    const { log } = this.#ctx;
    this.#isProbing = false;
    if (outcome.result === 'retryLater' && outcome.transportDown) {
      if (!this.#circuit.state.isOpen) log.error({ reason: outcome.reason }, 'the relay is down: sending pauses');
      this.#circuit.open(outcome.reason);
    } else if (this.#circuit.state.isOpen && outcome.result !== 'retryLater') {
      log.info({ transport: this.#transport.name }, 'the relay works again');
      this.#circuit.close();
    }
  }
}
