import { withNearestDoubles } from '@assay/contracts';
import { fraction, isLongerThan } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { reachAccepted } from './accepted/reach-accepted.js';
import { pauseForApproval } from './approvals/pause-for-approval.js';
import { authorise } from './authorise.js';
import { cachedResult } from './cache/cached-result.js';
import { ResultCache } from './cache/result-cache.js';
import { type Call, isReadOnly, type Stage } from './call.js';
import { callTool, needConnection } from './call-tool.js';
import { type CorroboratePorts, corroborate } from './consistency/corroborate.js';
import { guardFailures, guardToolError } from './content/guard-errors.js';
import { guardResult, releaseResult } from './content/guard-result.js';
import { holdsPlaceholder } from './content/placeholder.js';
import { recordReveal, revealMasked } from './content/reveal-masked.js';
import { fresh } from './freshness.js';
import { CallsUnderWay } from './idempotency/calls-under-way.js';
import { claimKey } from './idempotency/claim-key.js';
import { reachUnderKey } from './idempotency/reach-under-key.js';
import { inspectOutput, markResult } from './inspect-output.js';
import type { InvocationPorts } from './invocation-ports.js';
import { limits } from './limits.js';
import { onlyIfRecordable } from './only-if-recordable.js';
import { maxBlockBytes } from './output/large-blocks.js';
import type { OutputPorts } from './output/output-ports.js';
import { checkOutput, routeOutput } from './output/route-output.js';
import { policy } from './policy-stage.js';
import { repairByModel } from './repair/repair-by-model.js';
import { passCircuit } from './resilience/circuit-stage.js';
import { notifyWhenSlow } from './resilience/hedge.js';
import { retrying } from './resilience/retrying.js';
import { shareTime } from './resilience/share-time.js';
import { resolve } from './resolve.js';
import { SanityPredicates } from './sanity/sanity-predicates.js';
import { scheduleCall } from './scheduled/schedule-call.js';
import { type InputMending, validateInput } from './validate-input.js';
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
  const { largeChecks, credentials } = ports;
  const sanity = { predicates: new SanityPredicates(), clock, largeChecks, falseRepair: quality.metrics.falseRepair };
  const guarding = guardPorts(ports, validators);
  const isOpen: Is = ({ resolved: { admission, version } }) =>
    admission?.isProbe !== true && circuits.isOpen((version as ToolVersion).id);
  const plain = callTool(ports.transportOf, catalogue, credentials, clock, ports.faults);
  const noted = reachAccepted(ports.accepted, onProblem, reachUnderKey(ledger, onProblem, plain));
  const call = either(mayAct, onlyIfRecordable(ports.audit, noted), plain);
  const retried = retrying(call, { settings: ports.retry, clock, fraction: () => fraction(random), isOpen });
  const hedgeable = either(isHedged, notifyWhenSlow(retried, clock, ports.latencyOf), retried);
  const underKey = passedUnless(hasKey, claimKey({ ledger, underWay: new CallsUnderWay(), clock, onProblem }));
  const byModel: InputMending['byModel'] = (...asked) => repairByModel(...asked, { ...quality, clock });
  return {
    call: [
      resolve(catalogue, directory),
      passedUnless(isRefused, authorise(directory)),
      when(carriesPlaceholder, revealMasked(guarding)),
      when(asksForOutput, checkOutput(ports.outputs.router)),
      validateInput(validators, { clock, largeChecks, byModel }),
      fresh(ports.freshness),
      underKey,
      policy(guarding),
      needConnection(credentials, catalogue),
      passedUnless(needsApproval, pauseForApproval(ports.approvals, ports.standing)),
      when(isScheduled, scheduleCall({ ...ports, onProblem })),
      when(
        mayBeCached,
        cachedResult({ results: new ResultCache(catalogue, clock), counts: quality.cached, catalogue, credentials }),
      ),
      limits(ports.limits),
      when(isLive, shareTime(ports)),
      when(isLive, passCircuit(circuits)),
      when(carriesRevealed, recordReveal(ports.audit)),
      when(isLive, either(isGuarded, guardFailures(guarding, hedgeable), hedgeable)),
      when(isLive, inspectOutput(ports.inspect)),
      when(isGuarded, guardToolError(guarding)),
      validateOutput(validators, sanity),
      when(isCorroborated, corroborate({ ...ports, ...quality, ...sanity, sanity, validators, invoke })),
      when(isNotPaused, either(isKeptBack, guardResult(guarding), markResult(guarding.content))),
      when(mayBeRouted(ports.outputs), routeOutput(ports.outputs)),
    ],
    release: [resolve(catalogue, directory), underKey, releaseResult(guarding), routeOutput(ports.outputs)],
  };
}

type Is = (call: Call) => boolean;

/** What the cheapest call has no need of is decided here, by what was requested and resolved. */
const isRefused: Is = ({ resolved }) => resolved.isCallable !== true;
const carriesPlaceholder: Is = ({ resolved }) => holdsPlaceholder(resolved.input);
const asksForOutput: Is = ({ requested }) => requested.request.output !== undefined;
const hasKey: Is = ({ happened }) => happened.keyed !== undefined;
const needsApproval: Is = ({ resolved }) => resolved.decision?.verdict === 'REQUIRE_APPROVAL';
const isScheduled: Is = ({ requested }) => requested.request.notBefore !== undefined;
const mayBeCached: Is = ({ resolved }) => resolved.version?.manifest.cache !== undefined;
/** Not answered with an earlier result. */
const isLive: Is = ({ resolved }) => resolved.cached === undefined;
const carriesRevealed: Is = ({ resolved }) => resolved.revealed !== undefined;
const mayAct: Is = ({ resolved }) => !isReadOnly(resolved.version);
const isHedged: Is = ({ happened }) => happened.slow !== undefined;
const isGuarded: Is = ({ resolved }) => resolved.isGuarded === true;
const isCorroborated: Is = ({ requested }) => requested.request.corroborate !== undefined;
const isNotPaused: Is = ({ resolved }) => resolved.pause === undefined;
const isKeptBack: Is = (call) => isGuarded(call) || carriesRevealed(call);

/** A long result, or a part of one; most are neither. */
const mayBeRouted = ({ maxInlineBytes }: Pick<OutputPorts, 'maxInlineBytes'>): Is => {
  const short = Math.min(maxInlineBytes, maxBlockBytes);
  return (call) => asksForOutput(call) || isLongerThan(call.resolved.output, short);
};

/** A stage that is passed over, and is not in the trace, unless a call needs it. */
const when = (isNeeded: Is, stage: Stage): Stage => {
  const also = stage.isNeeded;
  return { ...stage, isNeeded: also === undefined ? isNeeded : (call) => isNeeded(call) && also(call) };
};

/** A stage that calls without need of it pass at once: it is in their trace all the same. */
const passedUnless = (isNeeded: Is, stage: Stage): Stage => ({
  ...stage,
  run: (call) => (isNeeded(call) ? stage.run(call) : undefined),
  note: (call) => (isNeeded(call) ? stage.note?.(call) : undefined),
});

/** One of two ways to take the same stage. */
const either = <S extends Stage>(isFirst: Is, first: S, second: S): S => ({
  ...second,
  run: (call) => (isFirst(call) ? first : second).run(call),
  note: (call) => (isFirst(call) ? first : second).note?.(call),
});

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
