import { observed } from '../observed.ts';

// Who is calling. Until people can sign in, that is the project's secret key, kept by this tab alone and gone with it.
const STORED = 'posthorn.secret-key';

export interface Session {
  secretKey: string;
}

/** Undefined: nobody is connected, and the shell asks. */
export const session = observed<Session | undefined>(storedSession());

/** Why the last session ended, when it did not end by hand. */
export const endOfSession = observed<string | undefined>(undefined);

/** The headers that prove a session to the API. */
export const proofOf = ({ secretKey }: Session): Record<string, string> => ({ authorization: `Bearer ${secretKey}` });

export function beginSession(begun: Session): void {
  sessionStorage.setItem(STORED, begun.secretKey);
  endOfSession.set(undefined);
  session.set(begun);
}

export function endSession(reason?: string): void {
  sessionStorage.removeItem(STORED);
  endOfSession.set(reason);
  session.set(undefined);
}

function storedSession(): Session | undefined {
  const secretKey = sessionStorage.getItem(STORED);
  return secretKey ? { secretKey } : undefined;
}
