import { blameOf, digestJson, type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Stage, StageEnd } from '../call.js';
import type { Admitted } from '../resolved.js';
import type { Admission, Circuits, Refusal } from './circuits.js';

/** Takes leave of the version's circuit breaker, or ends the way to the tool while that is open. */
export const passCircuit = (circuits: Circuits): Stage<Admitted> => ({
  name: 'circuit',
  reaches: true,
  run(call) {
    const asker = {
      digest: call.resolved.argumentsDigest ?? digestJson(call.resolved.input),
      caller: call.requested.caller.principalId ?? '',
    };
    const answer = circuits.admit(
      (call.resolved.version as ToolVersion).id,
      call.resolved.deadline.remainingMs(),
      asker,
    );
    return answer instanceof Promise ? answer.then((it) => enter(call, it)) : enter(call, answer);
  },
});

function enter(call: Call, answer: Admission | Refusal): StageEnd<Admitted> {
  if (!('retryAfterMs' in answer)) return { resolved: { admission: answer } };
  const { manifest, version } = call.resolved.version as ToolVersion;
  const seconds = Math.ceil(answer.retryAfterMs / 1_000);
  return fail(
    'circuit_open',
    `${manifest.name}@${version} is not called right now: too many recent calls failed. It is retried in ${seconds} s; use another tool until then.`,
    { retryAfterMs: answer.retryAfterMs },
  ).error;
}

/**
 * Reports the outcome of an admitted call to the circuit breaker, once, when its stages have ended: only the tool's own
 * faults count against it.
 */
export function tellCircuit(call: Call, failure: Failure | undefined): void {
  const {
    resolved: { admission, version, upstreamMs = null, givenMs = null },
  } = call;
  const decided = failure?.blame ?? call.resolved.blame;
  if (admission === undefined || version === undefined) return;
  const { sla } = version.manifest;
  const isGood = failure === undefined && upstreamMs !== null;
  const blame = isGood ? 'none' : blameOf({ code: failure?.code ?? null, upstreamMs, givenMs, sla, blame: decided });
  if (call.resolved.pause !== undefined) admission.nothing();
  else if (blame === 'none') admission.succeeded();
  else if (blame === 'tool') admission.failed(resultOf(failure as Failure));
  else admission.nothing();
}

/** Connections and time-outs open a circuit sooner than other failures. */
function resultOf({ code, fault }: Failure): 'error' | 'connection' | 'timeout' {
  if (code === 'deadline_exceeded' || fault === 'timed_out') return 'timeout';
  return code === 'upstream_unavailable' && fault !== 'away' ? 'connection' : 'error';
}
