import type { ReviewView } from '@assay/contracts';
import type { Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { type Catalogue, publicationDifferences, type Review } from '@assay/registry';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { previousOf } from '../../edges/previous-version.js';

interface Shown {
  readonly directory: Directory;
  readonly catalogue: Catalogue;
}

/** A review as its submitter and its reviewers see it; while it is open, beside what it would be published next to. */
export function reviewView(review: Review, { directory, catalogue }: Shown): ReviewView {
  const { id, kind, subject, state, findings, held, reason } = review;
  const manifest = held.act.kind === 'publish' ? held.act.manifest : undefined;
  return {
    id,
    kind,
    subject,
    state,
    findings: [...findings],
    ...(manifest && { manifest, differences: publicationDifferences(manifest, catalogue) }),
    ...(manifest && previousOf(manifest, catalogue)),
    ...(held.act.kind === 'capability' && { capability: held.act.proposal }),
    submittedBy: nameOf(review.submittedBy, directory),
    submittedAt: isoTime(review.submittedAt),
    decidedBy: review.decidedBy === null ? null : nameOf(review.decidedBy, directory),
    decidedAt: isoTimeOrNull(review.decidedAt),
    reason,
  };
}

/** Answers that a reviewer has to consent first: 202, and where the review is. */
export function heldView(review: Review, shown: Shown, reply: FastifyReply): ReviewView {
  void reply.status(HttpStatus.ACCEPTED).header('location', `/v1/reviews/${review.id}`);
  return reviewView(review, shown);
}

const nameOf = (principalId: string, directory: Directory): string =>
  directory.principal(principalId)?.name ?? 'unknown';
