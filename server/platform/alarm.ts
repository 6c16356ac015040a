export interface Alarm {
  set(): void;
  /** Waits for a time or a call of `set`, whichever comes first; a call that comes while nobody waits is not lost. */
  ring(ms: number): Promise<void>;
}

export function createAlarm(): Alarm {
  let isSet = false;
  let wakeUp: (() => void) | undefined;
  return {
    set: () => {
      isSet = true;
      wakeUp?.();
    },
    ring: (ms) =>
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
