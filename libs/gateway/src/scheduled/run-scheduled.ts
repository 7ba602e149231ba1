import type { Envelope } from '@assay/contracts';
import { type Caller, callerOfKept, type Directory } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  callName,
  type DurableRuns,
  type Failure,
  fail,
  isUuid,
  type Job,
  type RunBody,
  type Suspension,
} from '@assay/kernel';
import type { Approval } from '../approvals/approval.js';
import { callAgain, powerlessCaller } from '../approvals/call-again.js';
import type { Resuming } from '../approvals/settle-approvals.js';
import { type IdempotencyLedger, idempotencyDefaults } from '../idempotency/idempotency-ledger.js';
import type { Keyed } from '../idempotency/keyed.js';
import type { Invoked } from '../invoked.js';
import type { RunningCalls } from '../running-calls.js';
import { type ScheduledCall, type ScheduledCalls, type ScheduledState, scheduledRun } from './scheduled-calls.js';
import { beingMade } from './scheduled-standing.js';

export interface RunScheduledPorts {
  readonly store: ScheduledCalls;
  readonly findApproval: (id: string) => Promise<Approval | undefined>;
  readonly resuming: Resuming;
  readonly runs: Pick<DurableRuns, 'wake' | 'signal'>;
  readonly ledger: Pick<IdempotencyLedger, 'reopen' | 'find'>;
  readonly directory: Directory;
  /** What is recorded of a call; undefined before anything is. */
  readonly recorded: (invocationId: string) => Promise<Envelope | undefined>;
  readonly running: Pick<RunningCalls, 'cancel'>;
  readonly audit: Pick<AuditLog, 'flush'>;
  readonly clock: Clock;
  readonly defaultDeadlineMs: number;
}

/** By then a scheduled call is recorded, unless its server died first. */
const recordedWithinMs = 60_000;
const checkAgainMs = 500;
/** How often a call under way is checked for whether somebody wants it to be cancelled. */
const checkUnwantedMs = 500;
const sweepEveryMs = 15_000;
/** A run begins within seconds; one that has not by then was lost. */
const graceMs = 60_000;
const maxSwept = 100;

/** Makes scheduled calls when they are due, once, with everything checked again; and ends those that were cancelled. */
export class RunScheduled {
  readonly #ports: RunScheduledPorts;

  constructor(ports: RunScheduledPorts) {
    this.#ports = ports;
  }

  /** The durable part. Executing it again does no harm: the call is made under a key. */
  readonly body: RunBody = ({ id, signal }) => this.#goOn(id, signal);

  /** Begins runs that were lost. */
  readonly sweep: Job = {
    name: 'scheduled-calls.sweep',
    everyMs: sweepEveryMs,
    run: async (signal) => {
      const { store, runs, clock } = this.#ports;
      for (const id of await store.dueBefore(clock.now() - graceMs, maxSwept)) {
        if (signal.aborted) return;
        await runs.wake(scheduledRun, id);
      }
    },
  };

  /**
   * Cancels a scheduled call of the caller's own. One that is being made is shown as running and ends within a second, on
   * whichever replica makes it; undefined when there is none.
   */
  async cancel({ principalId }: Caller, id: string): Promise<Envelope | undefined> {
    const { store, audit, runs, recorded } = this.#ports;
    if (!isUuid(id) || principalId === null) return undefined;
    const how = await store.cancel(id, principalId);
    if (how === undefined) return undefined;
    if (how === 'requested') {
      const known = await recorded(id);
      return known?.status === 'scheduled' ? beingMade(known) : known;
    }
    const state = await store.find(id);
    if (state === undefined) return undefined;
    // When this process dies before it has ended the call, the sweep has it ended.
    const { envelope } = await this.#refuse(state.call, cancelled);
    await audit.flush();
    await store.end(id);
    await runs.wake(scheduledRun, id);
    return envelope;
  }

  async #goOn(id: string, letGo: AbortSignal): Promise<'ended' | Suspension> {
    const { store, audit, clock, recorded } = this.#ports;
    const state = await store.find(id);
    if (state === undefined) return 'ended';
    const { call, begunAt, isCancelled } = state;
    const now = clock.now();
    if (!isCancelled && now < call.notBefore) return { wakeInMs: call.notBefore - now };
    const known = await recorded(id);
    if (known === undefined && now - call.scheduledAt < recordedWithinMs) return { wakeInMs: checkAgainMs };
    if (begunAt !== null && known !== undefined && known.status !== 'scheduled') return this.#end(id);
    const { envelope } = await this.#carryOut(state);
    if (envelope.status === 'running') throw new Error(`The call ${id} is being made elsewhere.`);
    if (letGo.aborted && envelope.status === 'cancelled' && envelope.error?.outcome === 'none')
      throw new Error(`The call ${id} is left for the next start.`);
    await audit.flush();
    return this.#end(id);
  }

  async #end(id: string): Promise<'ended'> {
    await this.#ports.store.end(id);
    await this.#ports.runs.signal([callName(id)]);
    return 'ended';
  }

  async #carryOut(state: ScheduledState): Promise<Invoked> {
    const { call, isCancelled } = state;
    const { store, directory, resuming, clock, findApproval } = this.#ports;
    if (isCancelled || !(await store.begin(call.invocationId, clock.now()))) return this.#refuse(call, cancelled);
    const keyed = await this.#keyed(call);
    const unsure = await this.#whyUnsure(state, keyed);
    if (unsure !== undefined) return this.#refuse(call, unsure, keyed);
    const { scopes, namespaces } = call.paused;
    const caller = callerOfKept({ ...call, scopes, namespaces }, directory, clock.now());
    if (!caller.ok) return this.#refuse(call, gone(caller.error), keyed);
    const approved = call.approvalId === null ? undefined : await findApproval(call.approvalId);
    const due = callAgain(call, call.paused, { caller: caller.value, keyed, approved, isDue: true }, this.#ports);
    const stop = this.#watch(call.invocationId, state.isUnwanted ? 0 : checkUnwantedMs);
    return resuming.resume(due).finally(stop);
  }

  /** Cancels a call under way here once its caller has asked for that elsewhere. Returns how to stop looking. */
  #watch(id: string, firstMs: number): () => void {
    const { store, running, clock } = this.#ports;
    let isOver = false;
    const check = async () => {
      // When the database is away, the next check finds it.
      const state = await store.find(id).catch(() => undefined);
      if (isOver) return;
      if (state?.isUnwanted) running.cancel(id);
      stop = clock.after(checkUnwantedMs, () => void check());
    };
    let stop = clock.after(firstMs, () => void check());
    return () => {
      isOver = true;
      stop();
    };
  }

  async #refuse(call: ScheduledCall, failure: Failure, known?: Keyed): Promise<Invoked> {
    const keyed = known ?? (await this.#keyed(call));
    // Without a caller's key there is no repeat to answer; a key of its own that was claimed is released.
    const settled = call.idempotencyKey === null && keyed.held === undefined ? undefined : keyed;
    const nobody = { caller: powerlessCaller(call), keyed: settled, approved: undefined };
    return this.#ports.resuming.refuse(callAgain(call, call.paused, nobody, this.#ports), failure);
  }

  /**
   * The caller's key, which the scheduled call has kept, or one of its own: the call is made once in either case. One that
   * was approved has that of its approval, whose run may go on with it too when a crash interrupted that.
   */
  async #keyed({ invocationId, principalId, idempotencyKey, approvalId }: ScheduledCall): Promise<Keyed> {
    const key = idempotencyKey ?? `${approvalId === null ? 'scheduled' : 'approval'}:${invocationId}`;
    const claim = await this.#ports.ledger.reopen(principalId, key, this.#ports.clock.now());
    return { key, ...(claim && { held: { claim, earlier: null, end: () => undefined } }) };
  }

  /** Where everything stood still for longer than keys are kept, a key's absence does not mean that nothing was done. */
  async #whyUnsure({ call, begunAt }: ScheduledState, keyed: Keyed): Promise<Failure | undefined> {
    const { ledger, clock } = this.#ports;
    const now = clock.now();
    if (begunAt === null || keyed.held !== undefined || now - begunAt < idempotencyDefaults.keepMs) return undefined;
    const isKnown = (await ledger.find(call.principalId, keyed.key, now)) !== undefined;
    return isKnown ? undefined : fail('outcome_unknown', unknownOutcome, { outcome: 'unknown' }).error;
  }
}

const cancelled = fail('cancelled', 'The scheduled call was cancelled before it was made.', { outcome: 'none' }).error;

const whyGone = {
  caller: 'its caller no longer exists',
  revoked: 'the key it was scheduled with has been revoked',
  expired: 'the key it was scheduled with has expired',
} as const;

const gone = (why: keyof typeof whyGone): Failure =>
  fail('denied', `The scheduled call is not made: ${whyGone[why]}.`, { outcome: 'none' }).error;

const unknownOutcome =
  'The scheduled call was begun more than a day ago and has no recorded result; its outcome is unknown. Check whether it took effect before calling again.';
