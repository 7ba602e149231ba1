import type { ApprovalSubject } from '@assay/contracts';
import {
  type Clock,
  type DurableRuns,
  digestJson,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call } from '../call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { type Approval, approvalDefaults, justAsked } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import type { NotifyOfApprovals } from './notify-of-approvals.js';
import { pausedCall } from './paused-call.js';
import { riskMarks, type TrustOf } from './risk-marks.js';

/** The kind of run that waits for people's decision on a call, and settles it; it has the approval's id. */
export const approvalRun = 'approval';

export interface OpenApprovalsPorts {
  readonly store: Pick<ApprovalStore, 'open' | 'settings' | 'waiting'>;
  readonly runs: Pick<DurableRuns, 'suspend'>;
  readonly tell: Pick<NotifyOfApprovals, 'opened'>;
  readonly trustOf: TrustOf;
  /** Where a person decides. */
  readonly urlOf: (id: string) => string;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Called when an approval could not be opened, or notices could not be sent. */
  readonly onProblem: (cause: unknown) => void;
}

export interface Opened {
  readonly id: string;
  readonly url: string;
  /** Of the call that waits: another one when this repeats a call that waits under the same key. */
  readonly invocationId: string;
  /** In ms since the epoch. */
  readonly until: number;
}

/** Asks for people's consent to calls. */
export class OpenApprovals {
  readonly #ports: OpenApprovalsPorts;
  /** How many are being opened here, by caller. */
  readonly #opening = new Map<string, number>();

  constructor(ports: OpenApprovalsPorts) {
    this.#ports = ports;
  }

  /**
   * Keeps the call and what is asked for it, durably; fails with `unavailable` when that cannot be done just now, and with
   * `rate_limited` when too many of its caller's wait already: limits are for calls that are made, and come later.
   */
  async open(
    call: Call,
    decision: PolicyDecision,
    subject: ApprovalSubject = 'call',
  ): Promise<Result<Opened, Failure>> {
    const principalId = call.requested.caller.principalId as string;
    const others = this.#opening.get(principalId) ?? 0;
    this.#opening.set(principalId, others + 1);
    try {
      return await this.#open(call, decision, subject, others);
    } finally {
      const left = (this.#opening.get(principalId) ?? 1) - 1;
      if (left === 0) this.#opening.delete(principalId);
      else this.#opening.set(principalId, left);
    }
  }

  async #open(
    call: Call,
    decision: PolicyDecision,
    subject: ApprovalSubject,
    others: number,
  ): Promise<Result<Opened, Failure>> {
    const { store, runs, tell, urlOf, onProblem } = this.#ports;
    try {
      const waiting = await store.waiting(call.requested.caller.principalId as string);
      if (waiting + others >= approvalDefaults.maxWaiting) return tooMany;
      const asked = await this.#approvalOf(call, decision, subject);
      const approval = await store.open(asked, pausedCall(call));
      // From here on it waits, and a decision begins the run if this fails: to say that it cannot wait would have it asked
      // for twice.
      const wakeInMs = Math.max(approval.expiresAt - this.#ports.clock.now(), 0);
      await runs.suspend(approvalRun, approval.id, { wakeInMs }).catch(onProblem);
      // People who cannot be notified now find it in the list.
      if (approval.id === asked.id) await tell.opened(approval).catch(onProblem);
      const { id, invocationId, expiresAt: until } = approval;
      return ok({ id, url: urlOf(id), invocationId, until });
    } catch (cause) {
      onProblem(cause);
      return cannotWait;
    }
  }

  async #approvalOf(
    call: Call,
    { digest, policies, why }: PolicyDecision,
    subject: ApprovalSubject,
  ): Promise<Approval> {
    const { store, clock, random, trustOf } = this.#ports;
    const {
      requested: { caller },
    } = call;
    const version = call.resolved.version as ToolVersion;
    const organisationId = caller.organisationId as string;
    const settings = await store.settings(organisationId);
    return {
      id: random.uuid(),
      organisationId,
      invocationId: call.requested.id,
      principalId: caller.principalId as string,
      keyId: caller.keyId ?? null,
      idempotencyKey: call.requested.request.idempotencyKey ?? null,
      subject,
      tool: version.manifest.name,
      version: version.version,
      versionId: version.id,
      level: call.requested.level,
      argumentsDigest: call.resolved.argumentsDigest ?? digestJson(call.resolved.input),
      policyDigest: digest,
      policies,
      why,
      risks: riskMarks(version, organisationId, trustOf),
      ...justAsked(clock.now(), settings),
    };
  }
}

const tooMany = fail(
  'rate_limited',
  `The tool was not called: it needs a person's approval, and you already have ${approvalDefaults.maxWaiting} calls waiting for approval, the maximum. GET /v1/approvals?status=pending lists them, DELETE /v1/invocations/{id} cancels one.`,
  { retryAfterMs: 60_000 },
);

const cannotWait = fail(
  'unavailable',
  'The tool was not called: it needs a person’s approval, which cannot be requested right now. Try again in a moment; /readyz shows when the database is back.',
  { retryAfterMs: 1_000 },
);
