import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Stage } from '../call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import type { Approval } from './approval.js';
import type { OpenApprovals } from './open-approvals.js';

/**
 * Stops a call that policies let through only with a person's consent: it is kept, and ends for now. When it comes again
 * with the consent, everything the consent was given to must still be so.
 */
export const pauseForApproval = (approvals: Pick<OpenApprovals, 'open'>): Stage => ({
  name: 'approval',
  run(call) {
    const { decision, approved } = call;
    if (decision?.verdict !== 'REQUIRE_APPROVAL') return undefined;
    if (approved !== undefined) return whyVoid(approved, call, decision);
    if (call.requested.dryRun) {
      call.warnings.push(`This call would wait for a person's approval: ${decision.why}`);
      return undefined;
    }
    return call.beside === undefined ? pause(call, decision, approvals) : notBeside;
  },
  note: (call) => call.pause && `waits for approval ${call.pause.id}`,
});

async function pause(call: Call, decision: PolicyDecision, approvals: Pick<OpenApprovals, 'open'>) {
  if (call.caller.principalId === null) return nobody;
  const opened = await approvals.open(call, decision);
  if (!opened.ok) return opened.error;
  const { id, url, invocationId, until } = opened.value;
  // Under the same key a call waits already: this one only repeats it.
  call.pause = { status: 'awaiting_approval', id, url, invocationId, until };
  return undefined;
}

/** What an approval was given to, and is so no longer. */
function whyVoid(approval: Approval, call: Call, { digest }: PolicyDecision): Failure | undefined {
  const version = call.version as ToolVersion;
  if (version.id !== approval.versionId) return voided(approval, 'another version would run');
  if (call.argumentsDigest !== approval.argumentsDigest) return voided(approval, 'the arguments are others');
  if (call.caller.principalId !== approval.principalId) return voided(approval, 'the caller is another one');
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
