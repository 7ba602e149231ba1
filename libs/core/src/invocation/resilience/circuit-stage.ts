import type { ToolVersion } from '../../catalog/records.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { blameOf } from '../../trust/blame.js';
import type { Call, Stage } from '../call.js';
import { type Admission, type Circuits, isRefusal, type Refusal } from './circuits.js';

/** Takes leave of the version's circuit breaker, or ends the way to the tool while that is open. */
export const passCircuit = (circuits: Circuits): Stage => ({
  name: 'circuit',
  reaches: true,
  run(call) {
    const answer = circuits.admit((call.version as ToolVersion).id, call.deadline.remainingMs());
    return answer instanceof Promise ? answer.then((it) => enter(call, it)) : enter(call, answer);
  },
});

function enter(call: Call, answer: Admission | Refusal): Failure | undefined {
  if (!isRefusal(answer)) {
    call.admission = answer;
    return undefined;
  }
  const { manifest, version } = call.version as ToolVersion;
  const seconds = Math.ceil(answer.retryAfterMs / 1_000);
  return fail(
    'circuit_open',
    `${manifest.name}@${version} is not called for now: too many of its last calls failed. It is tried again in ${seconds} s; another tool may do until then.`,
    { retryAfterMs: answer.retryAfterMs },
  ).error;
}

/** Tells the circuit breaker, once, what came of a call it let out: only the tool's own faults count against it. */
export function tellCircuit(call: Call, failure: Failure | undefined): void {
  const { admission, version, upstreamMs = null, givenMs = null } = call;
  if (admission === undefined || version === undefined) return;
  delete call.admission;
  const blame = blameOf({ code: failure?.code ?? null, upstreamMs, givenMs, sla: version.manifest.sla });
  if (call.pause !== undefined) admission.nothing();
  else if (blame === 'none') admission.succeeded();
  else if (blame === 'tool') admission.failed();
  else admission.nothing();
}
