import { callerOf, type Directory } from '@assay/identity';
import { type Failure, fail, type Result } from '@assay/kernel';
import type { ClaimNamespace, ManageCapabilities, PublishVersion, Review } from '@assay/registry';

export interface ReviewActs {
  readonly directory: Directory;
  readonly publish: PublishVersion;
  readonly claim: ClaimNamespace;
  readonly capabilities: ManageCapabilities;
}

/** Does what a review held back, as its submitter and with the scopes of the key it was submitted with. */
export async function carryOutReview(review: Review, acts: ReviewActs): Promise<Result<unknown, Failure>> {
  const principal = acts.directory.principal(review.submittedBy);
  if (principal === undefined) return fail('conflict', 'Who submitted this is gone: it has to be submitted again.');
  const submitter = callerOf(principal, review.held.scopes, null, acts.directory.teams.of(principal.id));
  const { act, signature = null } = review.held;
  if (act.kind === 'publish') return acts.publish.run(submitter, act.manifest, act.upstreamDigest, signature);
  if (act.kind === 'capability') return acts.capabilities.add(submitter, act.proposal);
  return acts.claim.run(submitter, { name: act.namespace, visibility: act.visibility });
}
