import { constants } from 'node:http2';
import type { Failure } from '@assay/kernel';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'oauth4webapi';

/** Answers after which asking again later may do. */
const passing = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);
const longest = 300;

const isPassing = (status: number): boolean =>
  status >= constants.HTTP_STATUS_INTERNAL_SERVER_ERROR || status === constants.HTTP_STATUS_TOO_MANY_REQUESTS;

/**
 * What went wrong between us and an issuer. `credential_refused`: it said no, for good; `upstream_unavailable`: it could
 * not be asked; `upstream_error`: what it answered is not believed.
 */
export function oauthFailure(who: string, error: unknown): Failure {
  if (error instanceof AuthorizationResponseError)
    return failure('credential_refused', `${who} says no: ${said(error.error, error.error_description)}`);
  if (error instanceof WWWAuthenticateChallengeError)
    return failure('credential_refused', `${who} does not take the client's credentials (${error.status}).`);
  if (error instanceof ResponseBodyError) {
    const later = isPassing(error.status) || passing.has(error.error);
    return failure(
      later ? 'upstream_unavailable' : 'credential_refused',
      `${who} says no: ${said(error.error, error.error_description)}`,
    );
  }
  const status = statusOf(error);
  if (status !== undefined && isPassing(status))
    return failure('upstream_unavailable', `${who} cannot answer now (${status}): try again later.`);
  const root = rootOf(error);
  if (root.name === 'AddressForbiddenError') return failure('address_forbidden', root.message);
  if (root.name === 'TimeoutError') return failure('upstream_unavailable', `${who} does not answer in time.`);
  const isAnswer = error instanceof Error && 'code' in error && String(error.code).startsWith('OAUTH_');
  if (root.name === 'RedirectedError' || root.name === 'AnswerTooLargeError')
    return failure('upstream_error', `${who} answers badly: ${plain(root.message)}`);
  // Not what is behind it: a parser quotes what it could not read, and that may be a token.
  return isAnswer
    ? failure('upstream_error', `${who} answers badly: ${plain(error.message)}`)
    : failure('upstream_unavailable', `${who} cannot be reached: ${plain(codeOf(root))}`);
}

/** Of the answer that the library could make nothing of. */
function statusOf(error: unknown): number | undefined {
  const { status } = ((error as Error | undefined)?.cause ?? {}) as { readonly status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

const failure = (code: Failure['code'], message: string): Failure => ({ code, message, outcome: 'none' });

const said = (error: string, description: string | undefined): string =>
  description === undefined ? plain(error) : `${bare(plain(error))} (${bare(plain(description))}).`;

const bare = (sentence: string): string => sentence.replace(/\.$/, '');

/** One line of what somebody else wrote. */
function plain(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const short = line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  return short.endsWith('.') ? short : `${short}.`;
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;

function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
