import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { projectParams } from './projects.ts';

const percent = z.number().describe('Per cent');
const rates = z.object({
  total: z.int().describe('Emails handed over'),
  bounces: z.int(),
  complaints: z.int(),
  bounceRate: percent,
  complaintRate: percent,
});
export type Rates = z.infer<typeof rates>;

const level = z.enum(['healthy', 'warning', 'critical']);
export type Level = z.infer<typeof level>;

const securityState = z.object({
  status: z.object({
    projectId: z.string(),
    isHealthy: z.boolean(),
    shouldDisable: z.boolean(),
    twentyFourHour: rates.describe('Not told: always 0'),
    sevenDay: rates,
    allTime: rates,
    isNewProject: z.boolean().describe('Not told: always false'),
    violations: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  levels: z.object({
    bounce7Day: level,
    bounceAllTime: level,
    complaint7Day: level,
    complaintAllTime: level,
  }),
  isDisabled: z.boolean(),
  disabledReason: z.string().nullable(),
});
export type SecurityState = z.infer<typeof securityState>;

export const getProjectSecurity = endpoint({
  method: 'GET',
  path: '/projects/:id/security',
  access: 'project',
  tag: 'Projects',
  summary: 'Bounce and complaint rates, and whether the project is suspended',
  request: z.object({ params: projectParams }),
  response: z.object({ success: z.literal(true), data: securityState }),
});

export const getMyProjectSecurity = endpoint({
  method: 'GET',
  path: '/users/@me/projects/:id/security',
  access: 'member',
  tag: 'Projects',
  summary: 'Bounce and complaint rates, and whether the project is suspended',
  request: z.object({ params: projectParams }),
  response: securityState,
});

export const securityEndpoints = [getProjectSecurity, getMyProjectSecurity];
