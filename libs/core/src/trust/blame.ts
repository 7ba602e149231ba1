import type { ErrorCode } from '@assay/contracts';
import type { CallFinished } from '../kernel/call-finished.js';

/** Whom a finished call speaks for or against; `nobody`: it says nothing about the tool, nor about its caller. */
export type Blame = 'none' | 'tool' | 'caller' | 'nobody';

/** A time-out is the tool's fault only when it was given this long, unless it declares a p99 of its own; in ms. */
export const undeclaredP99Ms = 10_000;

/** Failures of a call that reached the upstream. Those that are not named say nothing of the tool. */
const blamed: Partial<Record<ErrorCode, Blame>> = {
  tool_error: 'tool',
  bad_output: 'tool',
  output_too_large: 'tool',
  upstream_error: 'tool',
  upstream_unavailable: 'tool',
  invalid_input: 'caller',
  cancelled: 'caller',
  denied: 'caller',
  forbidden: 'caller',
  unauthenticated: 'caller',
  connection_needed: 'caller',
  credential_refused: 'caller',
};

/** Whose fault it was that a call failed; undefined when it did not reach the upstream, and so is no evidence. */
export function blameOf(call: Pick<CallFinished, 'code' | 'upstreamMs' | 'givenMs' | 'sla'>): Blame | undefined {
  if (call.upstreamMs === null) return undefined;
  if (call.code === null) return 'none';
  if (call.code !== 'deadline_exceeded') return blamed[call.code] ?? 'nobody';
  return (call.givenMs ?? 0) >= (call.sla?.p99Ms ?? undeclaredP99Ms) ? 'tool' : 'caller';
}

/** Whether a good call took no longer than the declared p95, on the upstream's own time. */
export const keptSla = ({ upstreamMs, sla }: Pick<CallFinished, 'upstreamMs' | 'sla'>): boolean =>
  sla?.p95Ms !== undefined && upstreamMs !== null && upstreamMs <= sla.p95Ms;
