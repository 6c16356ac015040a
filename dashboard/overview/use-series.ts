import { emailTimeSeries } from '../../contract/analytics.ts';
import { useRead } from '../use-api.ts';

const AGAIN_MS = 15_000;

/** The last 30 days, day by day. */
export const useSeries = () => useRead(emailTimeSeries, { query: {} }, { everyMs: AGAIN_MS });
