import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { wrapped } from './envelopes.ts';
import { email } from './fields.ts';

const emailVerification = z.object({
  email: z.string(),
  valid: z.boolean().describe('The domain exists and receives mail'),
  isDisposable: z.boolean().describe('Throw-away address'),
  isAlias: z.boolean().describe('Forwarding service that hides the real address'),
  isTypo: z.boolean(),
  isPlusAddressed: z.boolean(),
  isPersonalEmail: z.boolean().describe('Free mail provider'),
  domainExists: z.boolean(),
  hasWebsite: z.boolean().describe('The domain has an A or AAAA record'),
  hasMxRecords: z.boolean(),
  suggestedEmail: z.string().optional().describe('Only with a typo'),
  reasons: z.array(z.string()),
});
export type EmailVerification = z.infer<typeof emailVerification>;

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/v1/verify',
  access: 'secretKey',
  tag: 'Public API',
  summary: 'Verify an email address',
  request: z.object({ body: z.object({ email }) }),
  response: wrapped(emailVerification),
});

export const verifyEndpoints = [verifyEmail];
