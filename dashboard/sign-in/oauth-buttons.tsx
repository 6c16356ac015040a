import { oauthConfig } from '../../contract/accounts.ts';
import { useRead } from '../use-api.ts';

const PROVIDERS = [
  { name: 'github', label: 'GitHub' },
  { name: 'google', label: 'Google' },
] as const;

/** What the server says in the URL when it leads back here without a session. */
export const OAUTH_ERRORS: Record<string, string> = {
  oauth_off: 'This way to sign in is not set up on this server.',
  oauth_unavailable: 'The provider does not answer. Try again in a moment.',
  oauth_expired: 'That took too long. Try again.',
  oauth_denied: 'You did not allow it at the provider.',
  oauth_failed: 'The provider did not confirm who you are. Try again.',
  oauth_unverified: 'The provider has not confirmed your address. Confirm it there first.',
  signups_disabled: 'There is no account with this address, and new ones cannot be made here.',
};

/** Only the ones that the operator has set up. */
export function OauthButtons() {
  const { data } = useRead(oauthConfig, {}, { staleMs: Number.POSITIVE_INFINITY });
  const offered = PROVIDERS.filter(({ name }) => data?.data[name]);
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-5">
      {offered.map(({ name, label }) => (
        <a
          key={name}
          href={`/oauth/${name}`}
          className="flex h-9 items-center justify-center rounded-md border border-line-strong text-sm font-medium hover:bg-hover"
        >
          Continue with {label}
        </a>
      ))}
    </div>
  );
}
