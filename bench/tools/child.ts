import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child<Order, Result> {
  run(order: Order): Promise<Result>;
  stop(): void;
}

/** A load generator in a process of its own, so that it never competes with what measures it for one event loop. */
export function startChild<Order, Result>(file: URL): Child<Order, Result> {
  const child = fork(fileURLToPath(file), { serialization: 'advanced' });
  const died = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`${file.pathname} ended with ${signal ?? code}`);
  });
  // Only of interest while an order is under way.
  died.catch(() => {});
  return {
    run: async (order) => {
      child.send(order as object);
      const [message] = (await Promise.race([once(child, 'message'), died])) as [
        { result: Result } | { error: string },
      ];
      if ('error' in message) throw new Error(message.error);
      return message.result;
    },
    stop: () => child.kill(),
  };
}

/** The other side: answers each order with a result. */
export function serveOrders<Order, Result>(work: (order: Order) => Promise<Result>): void {
  process.on('message', (order: Order) => {
    work(order).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
