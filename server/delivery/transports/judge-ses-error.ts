import type { Outcome } from './transport.ts';

/** What the SDK throws: an answer of SES, or a failure on the way to it. */
type SesError = Error & {
  code?: string;
  syscall?: string;
  /** Set on every failure, but with a status only when there was an answer. */
  $metadata?: { httpStatusCode?: number };
};

/** The message, or its sender, is refused: another attempt would end the same. */
const REFUSALS = new Set(['MessageRejected', 'MailFromDomainNotVerifiedException', 'BadRequestException']);

/** SES words them so when a recipient cannot be mailed at all. */
const BAD_ADDRESS =
  /illegal address|missing final '@domain'|address blacklisted|on the suppression list|(?:local|domain)(?: name| address| part)? (?:contains|starts|ends)/i;

/** Nothing was sent, for certain: no connection was made, or there was nothing to sign the request with. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CredentialsProviderError']);
const CONNECTING = new Set(['connect', 'getaddrinfo']);
const NO_CONNECTION = /did not establish a connection/;
const TLS_TROUBLE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

export function judgeSesError(error: SesError): Outcome {
  const reason = `${error.name}: ${error.message}`.slice(0, 1000);
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined) return judgeNetworkError(error, reason);
  if (REFUSALS.has(error.name) || status === 413) {
    return { result: 'rejected', code: error.name, reason, badAddress: BAD_ADDRESS.test(error.message) };
  }
  // A gateway gave up waiting: SES itself may have gone on.
  if (status === 502 || status === 504) return { result: 'unknown', reason };
  // Throttled, paused, suspended, wrong credentials, trouble inside SES: AWS promises that nothing was sent when a call
  // fails, and the next message would fare the same.
  return { result: 'retryLater', reason, transportDown: true };
}

function judgeNetworkError(error: SesError, reason: string): Outcome {
  const { code = '', syscall = '', name, message } = error;
  const isNeverSent =
    [code, name].some((each) => NEVER_SENT.has(each)) ||
    CONNECTING.has(syscall) ||
    NO_CONNECTION.test(message) ||
    TLS_TROUBLE.test(code);
  return isNeverSent ? { result: 'retryLater', reason, transportDown: true } : { result: 'unknown', reason };
}
