import {
  callerOf,
  type Directory,
  type Failure,
  fail,
  type PublishVersion,
  type Result,
  type Review,
} from '@assay/core';

export interface ReviewActs {
  readonly directory: Directory;
  readonly publish: PublishVersion;
}

/** Does what a review held back, as its submitter and with the scopes of the key it was submitted with. */
export async function carryOutReview(review: Review, acts: ReviewActs): Promise<Result<unknown, Failure>> {
  const principal = acts.directory.principal(review.submittedBy);
  if (principal === undefined) return fail('conflict', 'Who submitted this is gone: it has to be submitted again.');
  const submitter = callerOf(principal, review.held.scopes, null, acts.directory.teams.of(principal.id));
  const { act } = review.held;
  if (act.kind === 'publish') return acts.publish.run(submitter, act.manifest, act.upstreamDigest);
  return fail('conflict', 'Claims of namespaces are not held here.');
}
