import type { GetEmailIdentityResponse, SESv2 } from '@aws-sdk/client-sesv2';
import type { DomainStatus } from '../../contract/domains.ts';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { perServer } from '../platform/per-server.ts';
import { returnPathOf } from './dns-records.ts';

export interface SesIdentity {
  tokens: string[];
  status: DomainStatus;
}

/** Loaded only where SES is used: the SDK costs a third of a second at start. */
const clientOf = perServer(async ({ awsRegion, sesEndpoint }): Promise<SESv2> => {
  const { SESv2 } = await import('@aws-sdk/client-sesv2');
  return new SESv2({
    ...(awsRegion ? { region: awsRegion } : {}),
    ...(sesEndpoint ? { endpoint: sesEndpoint } : {}),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: seconds(3), requestTimeout: seconds(5), throwOnRequestTimeout: true },
  });
});

/** The domain as an identity of our SES account, made if need be. SES checks the domain's DNS records itself. */
export async function ensureSesIdentity(ctx: BaseCtx, domain: string): Promise<SesIdentity | { failed: string }> {
  const ses = await clientOf(ctx.config);
  try {
    const identity = (await findIdentity(ses, domain)) ?? (await ses.createEmailIdentity({ EmailIdentity: domain }));
    if (!('MailFromAttributes' in identity) || !identity.MailFromAttributes?.MailFromDomain) {
      await ses.putEmailIdentityMailFromAttributes({ EmailIdentity: domain, MailFromDomain: returnPathOf(domain) });
    }
    return statusOf(identity) === 'Failed' ? await restart(ses, domain) : toIdentity(identity);
  } catch (error) {
    // The whole message may name our account: it is for the operator, the name is for the customer.
    ctx.log.warn({ err: error, domain }, 'Amazon SES refused');
    return { failed: (error as Error).name };
  }
}

/** What is already gone is fine. Anything else throws, for the job to try again. */
export async function removeSesIdentity(ctx: BaseCtx, domain: string): Promise<void> {
  const ses = await clientOf(ctx.config);
  await ses.deleteEmailIdentity({ EmailIdentity: domain }).catch(undefinedIfNotFound);
}

const findIdentity = (ses: SESv2, domain: string): Promise<GetEmailIdentityResponse | undefined> =>
  ses.getEmailIdentity({ EmailIdentity: domain }).catch(undefinedIfNotFound);

function undefinedIfNotFound(error: Error): undefined {
  if (error.name !== 'NotFoundException') throw error;
}

/** SES stops looking after 72 hours; asking for Easy DKIM again makes it start over. */
async function restart(ses: SESv2, domain: string): Promise<SesIdentity> {
  const { DkimStatus, DkimTokens } = await ses.putEmailIdentityDkimSigningAttributes({
    EmailIdentity: domain,
    SigningAttributesOrigin: 'AWS_SES',
  });
  return toIdentity({ DkimAttributes: { Status: DkimStatus, Tokens: DkimTokens } });
}

const toIdentity = (identity: GetEmailIdentityResponse): SesIdentity => ({
  tokens: identity.DkimAttributes?.Tokens ?? [],
  status: statusOf(identity),
});

const STATUS: Record<string, DomainStatus> = {
  NOT_STARTED: 'NotStarted',
  PENDING: 'Pending',
  SUCCESS: 'Success',
  FAILED: 'Failed',
  TEMPORARY_FAILURE: 'TemporaryFailure',
};

/** SES sends for a domain whose records it cannot see just now; so do we. */
function statusOf({ VerifiedForSendingStatus, DkimAttributes }: GetEmailIdentityResponse): DomainStatus {
  if (VerifiedForSendingStatus) return 'Success';
  return STATUS[DkimAttributes?.Status ?? 'PENDING'] ?? 'Pending';
}
