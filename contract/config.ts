import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const enabled = z.object({ enabled: z.boolean() });

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'anyone',
  tag: 'Configuration',
  summary: 'What this deployment offers',
  request: z.object({}),
  response: z.object({
    environment: z.string(),
    urls: z.object({ api: z.string(), dashboard: z.string(), landing: z.string(), wiki: z.string().nullable() }),
    features: z.object({
      billing: enabled,
      storage: z.object({ s3Enabled: z.boolean() }),
      authProviders: z.object({ github: z.boolean(), google: z.boolean() }),
      email: z.object({ trackingToggleEnabled: z.boolean() }),
      smtp: enabled.extend({
        domain: z.string().nullable(),
        ports: z.object({ secure: z.int(), submission: z.int() }).nullable(),
      }),
      signup: z.object({ signupsDisabled: z.boolean() }),
      mail: z.object({
        transport: z.enum(['capture', 'smtp', 'ses']).describe('capture: no mail leaves; it is kept in the inbox'),
      }),
    }),
    aws: z.object({ sesRegion: z.string().nullable(), mailFromSubdomain: z.string().nullable() }),
  }),
});
export type PublicConfig = z.infer<(typeof getConfig)['response']>;

export const configEndpoints = [getConfig];
