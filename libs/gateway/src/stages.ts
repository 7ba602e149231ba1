import { withNearestDoubles } from '@assay/contracts';
import { fraction } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { reachAccepted } from './accepted/reach-accepted.js';
import { pauseForApproval } from './approvals/pause-for-approval.js';
import { authorise } from './authorise.js';
import type { Call, Stage } from './call.js';
import { callTool } from './call-tool.js';
import { type CorroboratePorts, corroborate } from './consistency/corroborate.js';
import { guardFailures, guardToolError } from './content/guard-errors.js';
import { guardResult, releaseResult } from './content/guard-result.js';
import { recordReveal, revealMasked } from './content/reveal-masked.js';
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
import { notifyWhenSlow } from './resilience/hedge.js';
import { retrying } from './resilience/retrying.js';
import { shareTime } from './resilience/share-time.js';
import { resolve } from './resolve.js';
import { SanityPredicates } from './sanity/sanity-predicates.js';
import { validateInput } from './validate-input.js';
import { validateOutput } from './validate-output.js';
import { Validators } from './validators.js';

/** The ways of a call. */
export interface Stages {
  /** What every level goes through, in this order (SPEC section 5); recording comes after the last level. */
  readonly call: readonly Stage[];
  /** What a withheld result goes through that people have released: its tool is not called again. */
  readonly release: readonly Stage[];
}

export function stagesOf(ports: InvocationPorts, invoke: CorroboratePorts['invoke']): Stages {
  const { catalogue, directory, circuits, clock, random, ledger, onLedgerProblem: onProblem, quality } = ports;
  const validators = new Validators();
  const { largeChecks } = ports;
  const sanity = { predicates: new SanityPredicates(), clock, largeChecks, falseRepair: quality.metrics.falseRepair };
  const guarding = guardPorts(ports, validators);
  const isOpen = (call: Call): boolean =>
    call.resolved.admission?.isProbe !== true && circuits.isOpen((call.resolved.version as ToolVersion).id);
  const reaching = reachUnderKey(
    ledger,
    onProblem,
    callTool(ports.transportOf, catalogue, ports.credentials, clock, ports.faults),
  );
  const call = onlyIfRecordable(ports.audit, reachAccepted(ports.accepted, onProblem, reaching));
  const retried = retrying(call, { settings: ports.retry, clock, fraction: () => fraction(random), isOpen });
  const underKey = claimKey({ ledger, underWay: new CallsUnderWay(), clock, onProblem });
  return {
    call: [
      resolve(catalogue, directory),
      authorise(directory),
      revealMasked(guarding),
      checkOutput(ports.outputs.router),
      validateInput(validators, {
        clock,
        largeChecks,
        byModel: (...asked) => repairByModel(...asked, { ...quality, clock }),
      }),
      fresh(ports.freshness),
      underKey,
      policy(guarding),
      needConnection(ports.credentials, catalogue),
      pauseForApproval(ports.approvals),
      limits(ports.limits),
      shareTime(ports),
      passCircuit(circuits),
      recordReveal(ports.audit),
      notifyWhenSlow(guardFailures(guarding, retried), clock, ports.latencyOf),
      inspectOutput(ports.inspect),
      guardToolError(guarding),
      validateOutput(validators, sanity),
      corroborate({ ...ports, ...quality, ...sanity, sanity, validators, invoke }),
      guardResult(guarding),
      routeOutput(ports.outputs),
    ],
    release: [resolve(catalogue, directory), underKey, releaseResult(guarding), routeOutput(ports.outputs)],
  };
}

/** What arguments, results and errors are examined, masked and withheld with. */
function guardPorts({ content, policies, approvals }: InvocationPorts, validators: Validators) {
  const { examine, masked, onProblem } = content;
  return {
    ...{ content: examine, masked, policies, approvals, onProblem },
    inputIssues: (version: ToolVersion, input: unknown) => validators.input(version)(withNearestDoubles(input)),
    outputIssues: (version: ToolVersion, output: unknown) =>
      validators.output(version)?.(withNearestDoubles(output)) ?? [],
  };
}
