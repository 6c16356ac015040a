import { seconds } from '../clock.ts';

/** A connection that waits in silence is known to be dead after this and ten seconds more, not after two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: seconds(10) };
