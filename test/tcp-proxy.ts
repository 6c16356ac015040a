import { once } from 'node:events';
import net, { type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

/** Stands between two programs and does to their connections what networks do. */
export interface TcpProxy {
  port: number;
  /** Ends every connection with a reset. */
  cut(): void;
  /** Nothing passes any more, in neither direction, and nobody is told; `resume` lets it pass again. */
  stall(): void;
  resume(): void;
  /** Half-open: the far end is gone, the near end is left waiting. */
  abandon(): void;
  /** Nobody listens any more; connections that are open stay. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** `target` is asked at each connection: what is behind may have moved. */
export async function startTcpProxy(target: () => NetConnectOpts): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isStalled = false;
  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect(target());
    const pair = new Pair(near, far, () => pairs.delete(pair));
    pairs.add(pair);
    if (isStalled) pair.stall();
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const each = (act: (pair: Pair) => void) => {
    for (const pair of [...pairs]) act(pair);
  };
  const refuse = async () => {
    if (server.listening) server.close();
  };
  return {
    port,
    cut: () => each((pair) => pair.cut()),
    stall: () => {
      isStalled = true;
      each((pair) => pair.stall());
    },
    resume: () => {
      isStalled = false;
      each((pair) => pair.resume());
    },
    abandon: () => each((pair) => pair.abandon()),
    refuse,
    accept: async () => {
      if (!server.listening) await listen(port);
    },
    close: async () => {
      await refuse();
      each((pair) => pair.cut());
    },
  };
}

/** Only TCP knows a reset. */
function reset(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}

class Pair {
  readonly #near: Socket;
  readonly #far: Socket;
  #isAbandoned = false;

  constructor(near: Socket, far: Socket, onEnd: () => void) {
    this.#near = near;
    this.#far = far;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => this.#pass(from, to, chunk));
      from.on('end', () => this.#isAbandoned || to.end());
      // What one end suffers the other hears of.
      from.on('error', () => this.#isAbandoned || reset(to));
    }
    near.on('close', () => {
      far.destroy();
      onEnd();
    });
    far.on('close', () => this.#isAbandoned || near.destroySoon());
  }

  #pass(from: Socket, to: Socket, chunk: Buffer): void {
    if (this.#isAbandoned || to.destroyed) return;
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  }

  cut(): void {
    reset(this.#near);
    reset(this.#far);
  }

  stall(): void {
    this.#near.pause();
    this.#far.pause();
  }

  resume(): void {
    this.#near.resume();
    this.#far.resume();
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.#far.destroy();
    // Read and thrown away, so that the near end sees its bytes acknowledged.
    this.#near.resume();
  }
}
