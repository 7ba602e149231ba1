import type { Issue } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, ok, type Random, type Result } from '@assay/kernel';
import { type Held, type HeldAct, heldDigest, type Review, type ReviewKind, type ReviewStore } from './review.js';

export interface HoldPorts {
  readonly reviews: Pick<ReviewStore, 'open'>;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Holding {
  readonly organisationId: string;
  readonly kind: ReviewKind;
  readonly subject: string;
  readonly act: HeldAct;
  readonly findings: readonly Issue[];
  readonly signature?: Held['signature'];
}

/**
 * Stores an act until a reviewer decides. The same submission again is the same review; a different one is rejected
 * meanwhile.
 */
export async function holdForReview(
  { reviews, audit, clock, random }: HoldPorts,
  caller: Caller,
  { act, signature, ...holding }: Holding,
): Promise<Result<Review, Failure>> {
  const digest = heldDigest(act);
  const wanted: Review = {
    ...holding,
    id: random.uuid(),
    held: {
      act,
      scopes: [...caller.scopes].sort(),
      ...(signature && { signature: { keyId: signature.keyId, signature: signature.signature } }),
    },
    heldDigest: digest,
    submittedBy: caller.principalId as string,
    submittedAt: clock.now(),
    state: 'open',
    decidedBy: null,
    decidedAt: null,
    reason: null,
  };
  const review = await reviews.open(wanted);
  if (review.heldDigest !== digest) {
    const waits = `Another submission of ${holding.subject} waits for review`;
    if (review.submittedBy !== caller.principalId) return fail('conflict', `${waits}: wait for the decision.`);
    return fail(
      'conflict',
      `${waits} (${review.id}): wait for the decision, or withdraw it with DELETE /v1/reviews/${review.id}.`,
      { data: { review: review.id } },
    );
  }
  if (review.id === wanted.id) {
    await audit.append({
      organisationId: caller.organisationId,
      principalId: caller.principalId,
      action: 'review.open',
      subject: holding.subject,
      details: { review: review.id, kind: holding.kind, findings: holding.findings.slice(0, 20) },
    }).settled;
  }
  return ok(review);
}
