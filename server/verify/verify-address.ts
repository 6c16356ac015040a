import spelling from '@zootools/email-spell-checker';
import type { EmailVerification } from '../../contract/verify.ts';
import type { BaseCtx } from '../platform/context.ts';
import { type DomainFacts, domainFacts } from './domain-facts.ts';
import { isAliasDomain, isDisposableDomain, isFreeProvider, isWellKnown } from './known-domains.ts';

/** What can be told about an address without sending to it. Only the domain's DNS decides whether it is valid. */
export async function verifyAddress(ctx: BaseCtx, email: string): Promise<EmailVerification> {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const facts = await domainFacts(ctx, domain);
  const suggestion = suggest(email, domain, facts);
  const trouble = troubleWith(domain, facts);
  const reasons = [
    ...(suggestion ? [`Possible typo detected: did you mean ${suggestion.domain}?`] : []),
    ...(trouble ? [trouble] : []),
  ];
  return {
    email,
    valid: trouble === undefined,
    isDisposable: isDisposableDomain(domain),
    isAlias: isAliasDomain(domain),
    isTypo: suggestion !== undefined,
    isPlusAddressed: email.slice(0, at).includes('+'),
    isPersonalEmail: isFreeProvider(domain) && suggestion === undefined,
    domainExists: facts.exists === true,
    hasWebsite: facts.hasWebsite,
    hasMxRecords: facts.receivesMail === true,
    ...(suggestion ? { suggestedEmail: suggestion.full } : {}),
    reasons: reasons.length > 0 ? reasons : ['The email address appears to be valid'],
  };
}

function troubleWith(domain: string, { exists, receivesMail }: DomainFacts): string | undefined {
  if (exists === false) return `The domain ${domain} does not exist`;
  if (receivesMail === false) return `The domain ${domain} cannot receive email: it has no MX records`;
  if (receivesMail === undefined)
    return `The domain ${domain} could not be checked: DNS gave no answer, try again later`;
  return undefined;
}

const bigProviders = new Set(spelling.POPULAR_DOMAINS);

/**
 * The spell checker also offers another ending for any domain whose ending it does not know. That is a typo only if
 * the domain as written takes no mail.
 */
function suggest(email: string, domain: string, { receivesMail }: DomainFacts) {
  if (isWellKnown(domain)) return undefined;
  const suggestion = spelling.run({ email });
  if (!suggestion) return undefined;
  return bigProviders.has(suggestion.domain) || !receivesMail ? suggestion : undefined;
}
