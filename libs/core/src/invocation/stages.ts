import { fraction } from '../kernel/fraction.js';
import { authorise } from './authorise.js';
import type { Stage } from './call.js';
import { callTool } from './call-tool.js';
import { fresh } from './freshness.js';
import { CallsUnderWay } from './idempotency/calls-under-way.js';
import { claimKey } from './idempotency/claim-key.js';
import { reachUnderKey } from './idempotency/reach-under-key.js';
import { inspectOutput } from './inspect-output.js';
import type { InvocationPorts } from './invocation-ports.js';
import { limits } from './limits.js';
import { onlyIfRecordable } from './only-if-recordable.js';
import { passCircuit } from './resilience/circuit-stage.js';
import { retrying } from './resilience/retrying.js';
import { shareTime } from './resilience/share-time.js';
import { resolve } from './resolve.js';
import { validateInput } from './validate-input.js';
import { validateOutput } from './validate-output.js';
import { Validators } from './validators.js';

/** What every level of a call goes through, in this order (SPEC section 5); recording comes after the last level. */
export function stagesOf(ports: InvocationPorts): readonly Stage[] {
  const { catalogue, directory, circuits, clock, random, ledger, onLedgerProblem: onProblem } = ports;
  const validators = new Validators();
  const circuit = passCircuit(circuits);
  const reaching = reachUnderKey(ledger, onProblem, callTool(ports.transportOf, catalogue, clock));
  const call = onlyIfRecordable(ports.audit, reaching);
  return [
    resolve(catalogue, directory),
    authorise(directory),
    validateInput(validators),
    fresh(ports.freshness),
    claimKey({ ledger, underWay: new CallsUnderWay(), clock, onProblem }),
    limits(ports.limits),
    shareTime(ports),
    circuit,
    retrying(call, { settings: ports.retry, clock, fraction: () => fraction(random), circuit }),
    inspectOutput(ports.inspect),
    validateOutput(validators),
  ];
}
