import { type ErrorClass, type ErrorCode, errorTable } from '@assay/contracts';
import type { CallFinished } from './call-finished.js';

/**
 * Who is responsible for the outcome of a finished call. `none`: it succeeded. `semantic`: the tool works and rejected
 * the request; one caller's rejections say little about the tool, many callers' do. `nobody`: the outcome is evidence
 * about neither side.
 */
export type Blame = 'none' | 'tool' | 'caller' | 'semantic' | 'nobody';

/** A time-out is the tool's fault only when it had at least this long, unless it declares a p99 of its own; in ms. */
export const undeclaredP99Ms = 10_000;

/** Failures of a call that reached the upstream, by class. For a time-out, the time given to the call decides. */
const byClass: Readonly<Record<Exclude<ErrorClass, 'timeout'>, Blame>> = {
  transient: 'tool',
  server: 'tool',
  semantic: 'semantic',
  not_found: 'nobody',
  unauthorised: 'nobody',
  rate_limited: 'nobody',
  invalid_input: 'caller',
  cancelled: 'caller',
  denied: 'caller',
};

/** Codes whose class alone would blame the wrong party: this server's own state, and policies that stopped the call. */
const byCode: Partial<Record<ErrorCode, Blame>> = {
  internal: 'nobody',
  unavailable: 'nobody',
  outcome_unknown: 'nobody',
  protocol_unavailable: 'nobody',
  circuit_open: 'nobody',
  nothing_available: 'nobody',
  not_implemented: 'nobody',
  outputs_conflict: 'nobody',
  no_branch: 'nobody',
  address_forbidden: 'nobody',
  version_revoked: 'nobody',
  quarantined: 'nobody',
  unauthenticated: 'caller',
  forbidden: 'caller',
  connection_needed: 'caller',
};

/** The party at fault; undefined when the call did not reach the upstream and is therefore no evidence. */
export function blameOf(
  call: Pick<CallFinished, 'code' | 'upstreamMs' | 'givenMs' | 'sla' | 'blame' | 'purpose'>,
): Blame | undefined {
  if (call.upstreamMs === null) return undefined;
  if (call.purpose !== undefined) return 'nobody';
  if (call.code === null) return 'none';
  if (call.blame !== undefined) return call.blame;
  const { class: errorClass } = errorTable[call.code];
  if (errorClass !== 'timeout') return byCode[call.code] ?? byClass[errorClass];
  return (call.givenMs ?? 0) >= (call.sla?.p99Ms ?? undeclaredP99Ms) ? 'tool' : 'caller';
}

/**
 * The upstream's own time in ms, without the start of its process or connection, which depends on the time of the call
 * rather than the tool. Null when the upstream was not reached.
 */
export const ownTimeMs = ({ upstreamMs, startMs = 0 }: Pick<CallFinished, 'upstreamMs' | 'startMs'>): number | null =>
  upstreamMs === null ? null : Math.max(0, upstreamMs - startMs);

/** Whether a successful call stayed within the declared p95, by the upstream's own time. */
export function keptSla(call: Pick<CallFinished, 'upstreamMs' | 'startMs' | 'sla'>): boolean {
  const ms = ownTimeMs(call);
  return call.sla?.p95Ms !== undefined && ms !== null && ms <= call.sla.p95Ms;
}
