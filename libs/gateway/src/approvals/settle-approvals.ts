import type { ApprovalState, Envelope, InvocationStatus } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import {
  type AuditLog,
  approvalName,
  type Clock,
  callName,
  type DurableRuns,
  type Failure,
  fail,
  hourMs,
  type RunBody,
} from '@assay/kernel';
import type { Call } from '../call.js';
import { type IdempotencyLedger, idempotencyDefaults } from '../idempotency/idempotency-ledger.js';
import type { Keyed } from '../idempotency/keyed.js';
import type { Invoked } from '../invoked.js';
import type { Approval, PausedCall } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import { callAgain, callerAgain, powerlessCaller } from './call-again.js';

/** What goes on with calls. */
export interface Resuming {
  resume(call: Call): Promise<Invoked>;
  /** Ends a call that has not been made. */
  refuse(call: Call, failure: Failure): Promise<Invoked>;
}

/** Sagas that wait for consent to begin, which is no call. */
export interface WaitingSagas {
  isConsent(approval: Approval): Promise<boolean>;
}

export interface SettleApprovalsPorts {
  readonly store: Pick<ApprovalStore, 'find' | 'call' | 'settle'>;
  readonly resuming: Resuming;
  readonly ledger: Pick<IdempotencyLedger, 'reopen' | 'find'>;
  readonly directory: Directory;
  /** What is recorded of a call; undefined before anything is. */
  readonly recorded: (invocationId: string) => Promise<Pick<Envelope, 'status' | 'approval'> | undefined>;
  readonly audit: Pick<AuditLog, 'flush'>;
  readonly clock: Clock;
  readonly defaultDeadlineMs: number;
  readonly sagas?: WaitingSagas;
  /** How long the limits of an approved call have no room, in ms: it waits, and its approval stays valid. */
  readonly limitedForMs?: (caller: Caller, reference: string, input: unknown) => Promise<number>;
  /** Wakes the runs that wait for the call: sagas, and calls of compositions. */
  readonly runs: Pick<DurableRuns, 'signal'>;
}

/** How a consent ends that is no call. */
const consentOutcome: Readonly<Record<Exclude<ApprovalState, 'pending'>, InvocationStatus>> = {
  approved: 'succeeded',
  denied: 'denied',
  expired: 'denied',
  cancelled: 'cancelled',
};

/** A run that waits for people checks by itself this often. */
const lookAgainMs = hourMs;
/** By then a stopped call has been suspended, unless its server died first. */
const putAsideWithinMs = 60_000;

/** Ends calls that waited for a person: makes those that were approved, once, and says of the others why not. */
export class SettleApprovals {
  readonly #ports: SettleApprovalsPorts;

  constructor(ports: SettleApprovalsPorts) {
    this.#ports = ports;
  }

  /** The durable part: waits for people, for as long as it takes, and then settles. */
  readonly body: RunBody = async ({ id, signal }) => {
    const settled = await this.settle(id, signal);
    if (settled === 'settled') return 'ended';
    return { wakeInMs: settled === 'pending' ? lookAgainMs : Math.min(settled.waitMs, lookAgainMs) };
  };

  /**
   * `pending` while people have not decided, and a time while limits have no room for an approved call. Doing it again does no harm: the call is made under a key, so that it is
   * made once although a crash interrupts this, or two replicas do it at once. What a server that stops (`letGo`) has cut
   * off before it reached the tool is left for the next one.
   */
  async settle(id: string, letGo?: AbortSignal): Promise<'pending' | 'settled' | { readonly waitMs: number }> {
    const { store, audit } = this.#ports;
    const approval = await store.find(id);
    if (approval === undefined) return 'settled';
    if (approval.settledAt !== null) return this.#signalled(approval);
    if (approval.state === 'pending') return 'pending';
    const { sagas } = this.#ports;
    if (await sagas?.isConsent(approval)) return this.#end(approval, consentOutcome[approval.state]);
    const paused = await store.call(id);
    if (paused === undefined) throw new Error(`The call of approval ${id} no longer exists.`);
    if (!(await this.#isPutAside(approval))) throw new Error(`The call of approval ${id} is still being suspended.`);
    const waitMs = await this.#limitedForMs(approval, paused);
    if (waitMs > 0) return { waitMs };
    const { envelope } = await this.#carryOut(approval, paused);
    if (envelope.status === 'running') throw new Error(`The call ${envelope.id} is being made elsewhere.`);
    const isCutOff = letGo?.aborted && envelope.status === 'cancelled' && envelope.error?.outcome === 'none';
    if (isCutOff && approval.state === 'approved')
      throw new Error(`The call ${envelope.id} is left for the next start.`);
    await audit.flush();
    return this.#end(approval, envelope.status);
  }

  /** An approved call that its limits refuse now is made later; what no waiting helps is made and says why it fails. */
  async #limitedForMs(approval: Approval, paused: PausedCall): Promise<number> {
    const { limitedForMs, directory, clock } = this.#ports;
    if (limitedForMs === undefined || approval.state !== 'approved' || paused.withheld !== undefined) return 0;
    const caller = callerAgain(approval, paused, directory, clock.now());
    if (!caller.ok) return 0;
    const waitMs = await limitedForMs(caller.value, `${approval.tool}@${approval.version}`, paused.input);
    return Number.isFinite(waitMs) ? waitMs : 0;
  }

  async #end(approval: Approval, outcome: InvocationStatus): Promise<'settled'> {
    const { store, clock } = this.#ports;
    await store.settle(approval.id, outcome, clock.now());
    return this.#signalled(approval);
  }

  /** Done again where a crash came between the end of the call and this. */
  async #signalled({ id, invocationId }: Approval): Promise<'settled'> {
    await this.#ports.runs.signal([approvalName(id), callName(invocationId)]);
    return 'settled';
  }

  /** Whether the call has ended for now: a person, or a program of one, may be faster than that. */
  async #isPutAside({ id, invocationId, openedAt }: Approval): Promise<boolean> {
    const { recorded, clock } = this.#ports;
    if (clock.now() - openedAt >= putAsideWithinMs) return true;
    const found = await recorded(invocationId);
    return found !== undefined && (found.status !== 'awaiting_approval' || found.approval?.id === id);
  }

  async #carryOut(approval: Approval, paused: PausedCall): Promise<Invoked> {
    const { resuming, directory, clock } = this.#ports;
    const keyed = await this.#keyed(approval);
    const isResult = paused.withheld !== undefined;
    const unsure = isResult ? undefined : await this.#whyUnsure(approval, keyed);
    const refusal = whyNot(approval, directory) ?? unsure;
    const caller = refusal === undefined ? callerAgain(approval, paused, directory, clock.now()) : undefined;
    if (caller?.ok)
      return resuming.resume(
        callAgain(approval, paused, { caller: caller.value, keyed, approved: approval }, this.#ports),
      );
    const failure = refusal ?? (caller?.error as Failure);
    // Without a caller's key there is no repeat to answer; a key of its own that was claimed is released.
    const settled = approval.idempotencyKey === null && keyed.held === undefined ? undefined : keyed;
    const nobody = { caller: powerlessCaller(approval), keyed: settled, approved: approval };
    return resuming.refuse(callAgain(approval, paused, nobody, this.#ports), failure);
  }

  /**
   * The caller's key, which the paused call has kept, or one of its own: the call is made once in either case, however many
   * levels of it wait for approval one after the other.
   */
  async #keyed({ invocationId, principalId, idempotencyKey }: Approval): Promise<Keyed> {
    const key = idempotencyKey ?? `approval:${invocationId}`;
    const claim = await this.#ports.ledger.reopen(principalId, key, this.#ports.clock.now());
    return { key, ...(claim && { held: { claim, earlier: null, end: () => undefined } }) };
  }

  /**
   * A call that was begun has its key in the ledger for as long as keys are kept. Where everything stood still for longer
   * than that, its absence says no more that the call has not been made.
   */
  async #whyUnsure({ id, principalId, state, closedAt }: Approval, keyed: Keyed): Promise<Failure | undefined> {
    const { ledger, clock } = this.#ports;
    const now = clock.now();
    if (state !== 'approved' || keyed.held !== undefined || now - (closedAt ?? now) < idempotencyDefaults.keepMs)
      return undefined;
    const isKnown = (await ledger.find(principalId, keyed.key, now)) !== undefined;
    return isKnown
      ? undefined
      : fail('outcome_unknown', nobodyKnows, { outcome: 'unknown', data: { approval: id } }).error;
  }
}

const nobodyKnows =
  'The call was approved more than a day ago and has no recorded result; its outcome is unknown. Check whether it took effect before calling again.';

/** Why a call is not made although it waited; undefined when it was approved. */
function whyNot({ id, state, decisions, subject }: Approval, directory: Directory): Failure | undefined {
  const isCall = subject !== 'result';
  const of = isCall ? 'the call' : 'the release of the result';
  const what = isCall ? 'The call' : 'The release of the result';
  const data = { data: { approval: id } };
  if (state === 'cancelled')
    return fail('cancelled', `${what} was cancelled while it waited for approval.`, data).error;
  if (state === 'expired')
    return fail(
      'denied',
      `Nobody approved ${of} in time.${isCall ? ' Call again to request a new approval.' : ''}`,
      data,
    ).error;
  const no = decisions.find(({ decision }) => decision === 'deny');
  if (no === undefined) return undefined;
  const by = directory.principal(no.principalId)?.name ?? 'Somebody';
  return fail('denied', `${by} denied ${of}${no.reason === null ? '' : `: ${no.reason}`}.`, data).error;
}
