import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Stage, StageEnd } from '../call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import type { AwaitedApproval, CoveredCall } from '../resolved.js';
import type { Approval } from './approval.js';
import type { OpenApprovals } from './open-approvals.js';
import type { SpendStandingApprovals } from './standing/spend-standing-approvals.js';

/**
 * Stops a call that policies let through only with a person's consent: it is kept, and ends for now. When it comes again
 * with the consent, everything the consent was given to must still be so.
 */
export const pauseForApproval = (
  approvals: Pick<OpenApprovals, 'open'>,
  standing: Pick<SpendStandingApprovals, 'run'>,
): Stage<AwaitedApproval | CoveredCall> => ({
  name: 'approval',
  run(call) {
    const {
      requested: { approved },
      resolved: { decision },
    } = call;
    if (decision?.verdict !== 'REQUIRE_APPROVAL') return undefined;
    if (approved !== undefined) return whyVoid(approved, call, decision);
    return call.requested.beside === undefined ? coveredOrPaused(call, decision, approvals, standing) : notBeside;
  },
  note: ({ resolved: { pause, standing: covering } }) => {
    if (pause?.status === 'awaiting_approval') return `waits for approval ${pause.id}`;
    return covering && `allowed by standing approval ${covering.id} (${covering.used} of ${covering.count} used)`;
  },
});

/** Consent in advance, when some fits; otherwise the call waits. A dry run says what would happen. */
async function coveredOrPaused(
  call: Call,
  decision: PolicyDecision,
  approvals: Pick<OpenApprovals, 'open'>,
  standing: Pick<SpendStandingApprovals, 'run'>,
): Promise<StageEnd<AwaitedApproval | CoveredCall>> {
  const covering = await standing.run(call, decision);
  if (covering !== undefined) return { resolved: { standing: covering } };
  if (!call.requested.dryRun) return pause(call, decision, approvals);
  call.happened.warnings.push(`This call would wait for a person's approval: ${decision.why}`);
  return undefined;
}

async function pause(
  call: Call,
  decision: PolicyDecision,
  approvals: Pick<OpenApprovals, 'open'>,
): Promise<StageEnd<AwaitedApproval>> {
  if (call.requested.caller.principalId === null) return nobody;
  const opened = await approvals.open(call, decision);
  if (!opened.ok) return opened.error;
  const { id, url, invocationId, until } = opened.value;
  // Under the same key a call waits already: this one only repeats it.
  return { resolved: { pause: { status: 'awaiting_approval', id, url, invocationId, until } } };
}

/** What an approval was given to, and is so no longer. */
function whyVoid(approval: Approval, call: Call, { digest }: PolicyDecision): Failure | undefined {
  const version = call.resolved.version as ToolVersion;
  if (version.id !== approval.versionId) return voided(approval, 'another version would run');
  if (call.resolved.argumentsDigest !== approval.argumentsDigest) return voided(approval, 'the arguments are others');
  if (call.requested.caller.principalId !== approval.principalId) return voided(approval, 'the caller is another one');
  if (digest !== approval.policyDigest)
    return voided(approval, 'the policies that require it have changed since it was given');
  return undefined;
}

const voided = ({ id }: Approval, why: string): Failure =>
  fail('denied', `The approval ${id} is void: ${why}. Call again to request a new approval.`, {
    data: { approval: id },
  }).error;

const notBeside = fail(
  'denied',
  'This attempt needs a person’s approval, which is never requested for a secondary call.',
).error;

const nobody = fail(
  'denied',
  'This call needs a person’s approval, which only a known caller can wait for: authenticate.',
).error;
