import type { Envelope } from '@assay/contracts';
import {
  type Approval,
  type Call,
  callAgain,
  callerAgain,
  type IdempotencyLedger,
  type Invoked,
  type Keyed,
  powerlessCaller,
  type Resuming,
} from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  type DurableRuns,
  type Failure,
  isUuid,
  type Job,
  type RunBody,
  retryUntilSuccess,
} from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import { type AwaitPersonsPorts, awaitEnd, type Waiting, waitsStill } from '../runs/await-persons.js';
import type { Leaving, SuspendedCall, SuspendedCallStore } from './suspended-call.js';

/** The kind of run that goes on with a call that was left. */
export const suspendedCallRun = Object.freeze({ kind: 'left-call' });

export interface LeaveCallsPorts extends AwaitPersonsPorts {
  readonly store: SuspendedCallStore;
  readonly runs: Pick<DurableRuns, 'begin'>;
  readonly resuming: Resuming;
  readonly findApproval: (id: string) => Promise<Approval | undefined>;
  /** Withdraws a call of the caller's own that waits for consent itself; undefined when none of that id does. */
  readonly withdraw: (caller: Caller, invocationId: string) => Promise<unknown>;
  /** Called when a suspended call has ended. */
  readonly ended: (left: SuspendedCall) => Promise<void>;
  readonly ledger: Pick<IdempotencyLedger, 'reopen'>;
  readonly catalogue: Pick<Catalogue, 'versionById'>;
  readonly directory: Directory;
  readonly audit: Pick<AuditLog, 'flush'>;
  readonly clock: Clock;
  readonly defaultDeadlineMs: number;
  /** Called for failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

const firstPauseMs = 200;
const maxPauseMs = 10_000;
const sweepEveryMs = 15_000;
/** A run is begun at once; of a call that was left before, it may have been lost. */
const graceMs = 60_000;
const atOnce = 100;

/** Calls of compositions that end for now since steps of theirs wait for persons: left, gone on with, and given up. */
export class SuspendCalls {
  readonly #ports: LeaveCallsPorts;

  constructor(ports: LeaveCallsPorts) {
    this.#ports = ports;
  }

  /** It is durable when this resolves. A run that cannot be begun just now is begun by a sweep. */
  async leave(left: SuspendedCall): Promise<void> {
    await this.#ports.store.keep(left);
    await this.#begin(left).catch(this.#ports.onProblem);
  }

  /** Gives a call of the caller's own up, and what its steps wait for; false when no call of that id is left. */
  async cancel(caller: Caller, invocationId: string): Promise<boolean> {
    const { store } = this.#ports;
    if (!isUuid(invocationId) || caller.principalId === null) return false;
    if (!(await store.cancel(invocationId, caller.principalId))) return false;
    const found = await store.find(invocationId);
    for (const { id } of found?.left.waits ?? []) await this.withdraw(caller, id);
    return true;
  }

  /** A call that waits, whether for consent to itself or to a step of it. */
  withdraw = async (caller: Caller, invocationId: string): Promise<boolean> =>
    (await this.#ports.withdraw(caller, invocationId)) !== undefined || (await this.cancel(caller, invocationId));

  /** The durable part: waits for people, for as long as it takes, and goes on with the call. */
  readonly body: RunBody = async (run, { invocationId, leftAt }) => {
    const leaving = { invocationId: String(invocationId), leftAt: Number(leftAt) };
    await run.step('go on', () => this.#untilGoneOn(leaving, run.signal));
  };

  /** Begins runs that were lost. */
  readonly sweep: Job = {
    name: 'left-calls.sweep',
    everyMs: sweepEveryMs,
    run: async (signal) => {
      const { store, clock } = this.#ports;
      for (const leaving of await store.leftBefore(clock.now() - graceMs, atOnce)) {
        if (signal.aborted) return;
        await this.#begin(leaving);
      }
    },
  };

  /**
   * Doing it again does no harm: the call goes on under its key, and its steps carry keys that are the same each time. What
   * a server that stops (`letGo`) has cut off is left for the next one.
   */
  async goOn({ invocationId, leftAt }: Leaving, letGo: AbortSignal): Promise<void> {
    const { store, audit, ended } = this.#ports;
    const found = await store.find(invocationId);
    if (found?.left.leftAt !== leftAt) return;
    await this.#untilAnyEnded(found.left, letGo);
    if (letGo.aborted) throw new Error(`The call ${invocationId} is left for the next start.`);
    const now = await store.find(invocationId);
    if (now?.left.leftAt !== leftAt) return;
    const { envelope } = await this.#carryOut(now.left, now.isCancelled);
    if (envelope.status === 'running') throw new Error(`The call ${invocationId} is being made elsewhere.`);
    if (letGo.aborted && envelope.status === 'cancelled' && !now.isCancelled)
      throw new Error(`The call ${invocationId} was cut off, and is left for the next start.`);
    await audit.flush();
    await store.forget({ invocationId, leftAt });
    if (!isLeftAgain(envelope)) await ended(now.left);
  }

  async #carryOut(left: SuspendedCall, isCancelled: boolean): Promise<Invoked> {
    const { resuming, directory, clock, ledger, findApproval } = this.#ports;
    const key = left.idempotencyKey ?? `approval:${left.invocationId}`;
    const claim = await ledger.reopen(left.principalId, key, clock.now());
    const keyed: Keyed = { key, ...(claim && { held: { claim, earlier: null, end: () => undefined } }) };
    const approved = left.approvalId === null ? undefined : await findApproval(left.approvalId);
    const caller = isCancelled ? undefined : callerAgain(left, left.paused, directory, clock.now());
    if (caller?.ok)
      return resuming.resume(callAgain(left, left.paused, { caller: caller.value, keyed, approved }, this.#ports));
    const failure = {
      ...(caller?.error ?? givenUp),
      outcome: left.effect === 'done' ? 'unknown' : left.effect,
    } as const;
    return resuming.refuse(this.#unmade(left, keyed, approved), failure);
  }

  /** Without a caller's key there is no repeat to answer; a key of its own that was claimed is released. */
  #unmade(left: SuspendedCall, keyed: Keyed, approved: Approval | undefined): Call {
    const settled = left.idempotencyKey === null && keyed.held === undefined ? undefined : keyed;
    const nobody = { caller: powerlessCaller(left), keyed: settled, approved };
    const call = callAgain(left, left.paused, nobody, this.#ports);
    const version = this.#ports.catalogue.versionById(left.versionId);
    return version === undefined ? call : { ...call, resolved: { ...call.resolved, version } };
  }

  async #untilAnyEnded({ waits }: SuspendedCall, letGo: AbortSignal): Promise<void> {
    const others = new AbortController();
    const signal = AbortSignal.any([letGo, others.signal]);
    await Promise.race(waits.map((it) => awaitEnd(it, signal, this.#ports, (now) => waitsAsBefore(it, now))));
    others.abort();
  }

  #begin = ({ invocationId, leftAt }: Leaving): Promise<void> =>
    this.#ports.runs.begin(suspendedCallRun.kind, `${invocationId}.${leftAt}`, { invocationId, leftAt });

  async #untilGoneOn(leaving: Leaving, letGo: AbortSignal): Promise<void> {
    const { clock, onProblem } = this.#ports;
    const trying = { clock, onProblem, signal: letGo, firstPauseMs, maxPauseMs };
    if ((await retryUntilSuccess(() => this.goOn(leaving, letGo), trying)) === 'ended') await letGone;
  }
}

/** A step that is a composition may come to wait for another person: that is news to who waits for the whole. */
const waitsAsBefore = ({ approval }: Waiting, now: Waiting): boolean =>
  waitsStill(now) && (now.status !== 'awaiting_approval' || now.approval?.id === approval?.id);

const isLeftAgain = ({ status }: Envelope): boolean => status === 'awaiting_approval';

const givenUp: Failure = {
  code: 'cancelled',
  message: 'The call was cancelled while a step of it waited for approval.',
};

/** A step that never ends here: the replica that continues the run repeats it. */
const letGone = new Promise<never>(() => undefined);
