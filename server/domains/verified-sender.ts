import type { Ctx } from '../platform/context.ts';
import { AppError, badRequest } from '../platform/errors.ts';

/** The part after the one `@`, lower-cased: domains are stored so and matched exactly, subdomains being their own. */
function domainOf(address: string): string {
  const [local, domain, ...rest] = address.trim().split('@');
  if (!local || !domain || rest.length > 0) {
    throw badRequest('The sender must be an email address with exactly one "@"');
  }
  return domain.toLowerCase();
}

/** Refuses a sender whose domain this project has not verified. */
export async function assertVerifiedSender(ctx: Ctx, address: string): Promise<void> {
  const domain = domainOf(address);
  // Not scoped: a domain belongs to one project of the deployment, and the answer says whether that is another one.
  const row = await ctx.db
    .selectFrom('domains')
    .select(['project_id', 'verified'])
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (!row) throw senderNotVerified(domain, 'NOT_REGISTERED');
  if (row.project_id !== ctx.projectId) throw senderNotVerified(domain, 'ANOTHER_PROJECT');
  if (!row.verified) throw senderNotVerified(domain, 'NOT_VERIFIED');
}

type SenderRefusal = 'NOT_REGISTERED' | 'ANOTHER_PROJECT' | 'NOT_VERIFIED';

const REFUSALS: Record<SenderRefusal, { message: (domain: string) => string; suggestion: string }> = {
  NOT_REGISTERED: {
    message: (domain) => `The sender domain ${domain} is not registered in this project`,
    suggestion: 'Add the domain with POST /domains, create its DNS records and verify it.',
  },
  ANOTHER_PROJECT: {
    message: (domain) => `The sender domain ${domain} belongs to another project`,
    suggestion: 'Send from a domain of this project, or remove the domain from the other project first.',
  },
  NOT_VERIFIED: {
    message: (domain) => `The sender domain ${domain} is not verified`,
    suggestion: 'Create the DNS records of the domain, then call GET /domains/:id/verify.',
  },
};

/** api.md: a sender domain that is not verified answers 403 with the code INTERNAL_SERVER_ERROR. */
function senderNotVerified(domain: string, refusal: SenderRefusal): AppError {
  const { message, suggestion } = REFUSALS[refusal];
  return new AppError('INTERNAL_SERVER_ERROR', message(domain), { status: 403, details: { domain }, suggestion });
}
