import { fraction } from '../kernel/fraction.js';
import { pauseForApproval } from './approvals/pause-for-approval.js';
import { authorise } from './authorise.js';
import type { Stage } from './call.js';
import { callTool } from './call-tool.js';
import { type CorroboratePorts, corroborate } from './consistency/corroborate.js';
import { needConnection } from './credentials/call-with-credential.js';
import { fresh } from './freshness.js';
import { CallsUnderWay } from './idempotency/calls-under-way.js';
import { claimKey } from './idempotency/claim-key.js';
import { reachUnderKey } from './idempotency/reach-under-key.js';
import { inspectOutput } from './inspect-output.js';
import type { InvocationPorts } from './invocation-ports.js';
import { limits } from './limits.js';
import { onlyIfRecordable } from './only-if-recordable.js';
import { checkOutput, routeOutput } from './output/route-output.js';
import { policy } from './policy-stage.js';
import { repairByModel } from './repair/repair-by-model.js';
import { passCircuit } from './resilience/circuit-stage.js';
import { tellWhenSlow } from './resilience/hedge.js';
import { retrying } from './resilience/retrying.js';
import { shareTime } from './resilience/share-time.js';
import { resolve } from './resolve.js';
import { SanityPredicates } from './sanity/sanity-predicates.js';
import { validateInput } from './validate-input.js';
import { validateOutput } from './validate-output.js';
import { Validators } from './validators.js';

/** What every level of a call goes through, in this order (SPEC section 5); recording comes after the last level. */
export function stagesOf(ports: InvocationPorts, invoke: CorroboratePorts['invoke']): readonly Stage[] {
  const { catalogue, directory, circuits, clock, random, ledger, onLedgerProblem: onProblem, quality } = ports;
  const validators = new Validators();
  const sanity = { predicates: new SanityPredicates(), clock, falseRepair: quality.metrics.falseRepair };
  const circuit = passCircuit(circuits);
  const reaching = reachUnderKey(ledger, onProblem, callTool(ports.transportOf, catalogue, ports.credentials, clock));
  const call = onlyIfRecordable(ports.audit, reaching);
  return [
    resolve(catalogue, directory),
    authorise(directory),
    checkOutput(ports.outputs.router),
    validateInput(validators, { clock, byModel: (...asked) => repairByModel(...asked, { ...quality, clock }) }),
    fresh(ports.freshness),
    claimKey({ ledger, underWay: new CallsUnderWay(), clock, onProblem }),
    policy(ports.policies),
    needConnection(ports.credentials, catalogue),
    pauseForApproval(ports.approvals),
    limits(ports.limits),
    shareTime(ports),
    circuit,
    tellWhenSlow(retrying(call, { settings: ports.retry, clock, fraction: () => fraction(random), circuit }), clock),
    inspectOutput(ports.inspect),
    validateOutput(validators, sanity),
    corroborate({ ...ports, ...quality, ...sanity, sanity, validators, invoke }),
    routeOutput(ports.outputs),
  ];
}
