import { getConfig } from '../../contract/config.ts';
import { useRead } from '../use-api.ts';

/** Whether the operator lets anybody make an account. */
export function useSignupsOpen(): boolean {
  const { data } = useRead(getConfig, {}, { staleMs: Number.POSITIVE_INFINITY });
  return data !== undefined && !data.features.signup.signupsDisabled;
}
