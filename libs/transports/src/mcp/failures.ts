import { jsonRpcFault, saidFailure, upstreamFailure } from '@assay/gateway';
import { cancelledReason, type Failure } from '@assay/kernel';

type Outcome = NonNullable<Failure['outcome']>;

/** Longest text of an upstream that is passed on, in characters. */
const maxMessage = 2_000;

export const trimmed = (text: string): string =>
  text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text;

/** Every way an MCP upstream fails, as a failure that names the server. `label` is `ns/server`. */
export const unreachable = (label: string, why: string): Failure =>
  upstreamFailure('refused', trimmed(`The tool server ${label} cannot be reached: ${why}`));

export const lostInCall = (label: string, why: string): Failure =>
  upstreamFailure('lost', trimmed(`The tool server ${label} was lost during the call (${why}).`));

/** The server says that it has no such task; the tool may have acted before. */
export const forgotten = (label: string, why: string): Failure =>
  lostInCall(label, `it no longer knows the task of the call: ${why}`);

export const badAnswer = (label: string, why: string, outcome: Outcome = 'unknown'): Failure => ({
  code: 'upstream_error',
  message: trimmed(`The tool server ${label} answered badly: ${why}`),
  outcome,
});

export const tooLarge = (label: string, limit: string, outcome: Outcome = 'done'): Failure => ({
  code: 'output_too_large',
  message: `The answer of ${label} exceeds the limit of ${limit}. Ask the tool for less.`,
  outcome,
});

export const noCapacity = (message: string): Failure => ({
  code: 'unavailable',
  message,
  outcome: 'none',
  retryAfterMs: 1_000,
});

/** The failure of a call whose deadline signal has aborted. */
export function aborted(label: string, signal: AbortSignal, outcome: Outcome, note = ''): Failure {
  if (signal.reason === cancelledReason)
    return { code: 'cancelled', message: `The call to ${label} was cancelled.`, outcome };
  const message = `The tool server ${label} did not answer before the deadline.${note}`;
  return { code: 'deadline_exceeded', message, outcome };
}

/** The failure for a JSON-RPC error object, whatever the upstream put into it; its text may decide (see `jsonRpcFault`). */
export function rpcFailure(label: string, error: unknown): Failure {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const text = typeof message === 'string' && message !== '' ? message : 'an error without a message';
  const shown = trimmed(`The tool server ${label} answered: ${text}`);
  const { otherwise, byText, isTurnedAway } = jsonRpcFault(typeof code === 'number' ? code : undefined);
  const failure = byText ? saidFailure(otherwise, text, shown) : upstreamFailure(otherwise, shown);
  return isTurnedAway ? { ...failure, outcome: 'none' } : failure;
}
