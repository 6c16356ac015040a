import type { PublicConfig } from '../../contract/config.ts';
import type { BaseCtx } from '../platform/context.ts';

/** What anybody may know before signing in; names and switches, never a secret. */
export function publicConfig({ config }: BaseCtx): PublicConfig {
  const usesSes = config.mailTransport === 'ses';
  return {
    environment: 'production',
    urls: {
      api: config.publicUrl,
      dashboard: `${config.publicUrl}/app`,
      landing: config.publicUrl,
      wiki: `${config.publicUrl}/docs`,
    },
    features: {
      billing: { enabled: config.stripe !== undefined },
      storage: { s3Enabled: config.s3 !== undefined },
      authProviders: configuredProviders({ config }),
      email: { trackingToggleEnabled: true },
      // Mail is taken over HTTP only.
      smtp: { enabled: false, domain: null, ports: null },
      signup: { signupsDisabled: config.signupsDisabled },
      mail: { transport: usesSes ? 'ses' : config.mailTransport === 'capture' ? 'capture' : 'smtp' },
    },
    aws: { sesRegion: usesSes ? (config.awsRegion ?? null) : null, mailFromSubdomain: null },
  };
}

export const configuredProviders = ({ config }: Pick<BaseCtx, 'config'>) => ({
  github: config.github.client !== undefined,
  google: config.google.client !== undefined,
});
