import { logout } from '../../contract/accounts.ts';
import { call } from '../api.ts';
import { sessionEnded } from '../session.ts';
import { toastError } from '../ui/toast.tsx';

export async function signOut(): Promise<void> {
  try {
    await call(logout, {});
    sessionEnded({ isByHand: true });
  } catch (error) {
    toastError(error as Error);
  }
}
