import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const CLOCK = new URL('./jumping-clock.mjs', import.meta.url).href;
const RESTART_AFTER_MS = 300;
const KEPT_LINES = 40;

/** One process of the deployment under a supervisor, which starts it again whenever it ends, as systemd would. */
export class ServerProcess {
  readonly name: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isStopping = false;
  #wasKilled = false;
  #clockOffsetMs = 0;
  #supervision: Promise<void> | undefined;
  readonly #lines: string[] = [];
  /** It ended by itself after it had been ready: a defect. */
  readonly selfEndings: string[] = [];

  constructor(name: string, env: Record<string, string>) {
    this.name = name;
    this.#env = env;
  }

  start(): void {
    this.#supervision = this.#supervise();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  async untilReady(): Promise<void> {
    while (!this.#isReady) await delay(50);
  }

  /** kill -9; the supervisor starts it again. */
  kill(): void {
    this.#wasKilled = true;
    this.#child?.kill('SIGKILL');
  }

  setClock(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
    if (this.#child?.connected) this.#child.send({ clockOffsetMs: offsetMs });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child?.kill('SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), 15_000);
    await this.#supervision;
    clearTimeout(timer);
  }

  async #supervise(): Promise<void> {
    while (!this.#isStopping) {
      const child = this.#launch();
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (this.#isReady && !this.#wasKilled && !this.#isStopping) {
        this.selfEndings.push(`${this.name} ended with ${signal ?? code}: ${this.#lines.slice(-5).join('\n')}`);
      }
      this.#isReady = false;
      this.#wasKilled = false;
      if (!this.#isStopping) await delay(RESTART_AFTER_MS);
    }
  }

  #launch(): ChildProcess {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', CLOCK, MAIN], {
      env: { PATH: process.env.PATH, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    if (this.#clockOffsetMs !== 0) child.send({ clockOffsetMs: this.#clockOffsetMs });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#take(line));
    }
    return child;
  }

  #take(line: string): void {
    if (line.includes('Posthorn is ready')) this.#isReady = true;
    this.#lines.push(line);
    if (this.#lines.length > KEPT_LINES) this.#lines.shift();
    if (process.env.CHAOS_LOG) console.log(`${this.name}: ${line}`);
  }
}
