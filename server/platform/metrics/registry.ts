import { Registry } from 'prom-client';

/** What this process counts about itself; one per process, as Prometheus scrapes processes. */
export const processMetrics = new Registry();

/** A figure that is looked up when somebody asks, by a query that stays cheap however large the tables are. */
export interface Measure {
  name: string;
  help: string;
  labels: string[];
  read(): Promise<{ labels: Record<string, string>; value: number }[]>;
}
