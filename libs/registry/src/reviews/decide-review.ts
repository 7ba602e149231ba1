import { type Caller, type Directory, hasScope, reaches, recordChange } from '@assay/identity';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  type Failure,
  fail,
  isUuid,
  type Notices,
  ok,
  type Result,
} from '@assay/kernel';
import type { Review, ReviewDecision, ReviewState, ReviewStore } from './review.js';

/** Performs the held act on behalf of its submitter. A failure explains why it is no longer possible. */
export type CarryOut = (review: Review) => Promise<Result<unknown, Failure>>;

export interface ReviewPorts {
  readonly reviews: ReviewStore;
  readonly carryOut: CarryOut;
  readonly directory: Directory;
  readonly notices: Notices;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
}

/** Reviews as their submitters and reviewers see and decide them. */
export class DecideReviews {
  readonly #ports: ReviewPorts;

  constructor(ports: ReviewPorts) {
    this.#ports = ports;
  }

  /** Those a reviewer may decide and those the caller submitted, newest first. */
  async list(
    caller: Caller,
    query: { state?: ReviewState; before?: string; limit: number },
  ): Promise<Result<Review[], Failure>> {
    if (query.before !== undefined && !isUuid(query.before)) {
      return fail('invalid_request', 'The cursor is not one of this list: start again without it.', {
        issues: [{ path: '/query/cursor', message: 'is not a cursor of this list' }],
      });
    }
    const organisationId = mayReview(caller) ? caller.organisationId : null;
    const own = { submittedBy: caller.principalId as string, namespaces: caller.namespaces };
    return ok(await this.#ports.reviews.list({ ...query, ...own, organisationId }));
  }

  async find(caller: Caller, id: string): Promise<Result<Review, Failure>> {
    const review = isUuid(id) ? await this.#ports.reviews.find(id) : undefined;
    const visible = review !== undefined && (decides(caller, review) || isSubmittedBy(caller, review));
    return visible ? ok(review) : fail('not_found', `No review "${id}" that you submitted or may decide.`);
  }

  /**
   * A decision by a reviewer other than the submitter; an administrator may also decide their own. The approved act is
   * performed immediately, even if notices cannot be sent. If it fails, reviewer and submitter get the reason, and the
   * approval is kept: the submitter can retry.
   */
  async decide(
    caller: Caller,
    id: string,
    { approve, reason }: { approve: boolean; reason?: string },
  ): Promise<Result<Review, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const review = found.value;
    if (!decides(caller, review)) return fail('forbidden', whoDecides(caller));
    if (review.submittedBy === caller.principalId && !hasScope(caller, 'admin')) {
      return fail('forbidden', 'You submitted this yourself: another reviewer decides it.');
    }
    if (review.state !== 'open') return alreadyDecided(review);
    const decided = await this.#settle(caller, review, approve ? 'approved' : 'refused', reason ?? null);
    if (!decided.ok) return decided;
    const done = approve ? await this.#ports.carryOut(decided.value) : ok(null);
    await this.#tell(decided.value, done).catch(() => undefined);
    return done.ok ? decided : done;
  }

  /** Withdraws the caller's own submission. */
  async withdraw(caller: Caller, id: string): Promise<Result<Review, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    if (found.value.submittedBy !== caller.principalId) return fail('forbidden', 'Only who submitted it withdraws it.');
    if (found.value.state !== 'open') return alreadyDecided(found.value);
    return this.#settle(caller, found.value, 'withdrawn', null);
  }

  async #settle(
    caller: Caller,
    review: Review,
    state: ReviewDecision['state'],
    reason: string | null,
  ): Promise<Result<Review, Failure>> {
    const { reviews, clock } = this.#ports;
    const decision = { state, decidedBy: caller.principalId as string, decidedAt: clock.now(), reason };
    if (!(await reviews.decide(review.id, decision))) return alreadyDecided((await reviews.find(review.id)) ?? review);
    await recordChange(this.#ports, caller, `review.${state}`, review.subject, { review: review.id, reason });
    return ok({ ...review, ...decision });
  }

  #tell({ id, subject, state, reason, submittedBy }: Review, done: Result<unknown, Failure>): Promise<void> {
    const submitter = this.#ports.directory.principal(submittedBy);
    const because = reason === null ? '' : `: ${reason}`;
    const undone = done.ok ? '' : ` It could not be done: ${done.error.message} Fix this, then submit it again.`;
    return this.#ports.notices.send([
      {
        key: `review.decided ${id}`,
        kind: 'review.decided',
        subject,
        text: `Your submission of ${subject} was ${state}${because}.${undone}`,
        details: { review: id, state, reason },
        to: submitter === undefined ? [] : [{ organisationId: submitter.organisationId, principalId: submittedBy }],
      },
    ]);
  }
}

const mayReview = (caller: Caller): boolean =>
  caller.namespaces === null && (hasScope(caller, 'approvals:decide') || hasScope(caller, 'admin'));

const decides = (caller: Caller, review: Review): boolean =>
  mayReview(caller) && caller.organisationId === review.organisationId;

/** A credential narrowed to namespaces only reaches submissions for these. */
const isSubmittedBy = (caller: Caller, { submittedBy, subject }: Review): boolean =>
  submittedBy === caller.principalId && reaches(caller, subject.split('/', 1)[0] as string);

const whoDecides = (caller: Caller): string =>
  mayReview(caller)
    ? 'Reviewers of another organisation decide this.'
    : 'Deciding takes a key with the scope approvals:decide that is not narrowed to namespaces.';

const alreadyDecided = ({ id, state }: Review) =>
  fail('conflict', `The review ${id} is ${state} already and cannot be decided again.`);
