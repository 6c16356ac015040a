export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => seconds(60) * n;
export const hours = (n: number): number => minutes(60) * n;
export const days = (n: number): number => hours(24) * n;

/** A clock that tests set: it stands still until it is moved. */
export function settableClock(start = new Date()): Clock & { advance(ms: number): void; set(time: Date): void } {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
    set: (next) => {
      time = next.getTime();
    },
  };
}
