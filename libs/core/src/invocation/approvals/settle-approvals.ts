import type { ApprovalState, InvocationStatus } from '@assay/contracts';
import type { Directory } from '../../identity/directory.js';
import type { AuditLog } from '../../kernel/audit-log.js';
import type { Clock } from '../../kernel/clock.js';
import type { RunBody } from '../../kernel/durable-runs.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { wait } from '../../kernel/wait.js';
import type { Call } from '../call.js';
import type { IdempotencyLedger } from '../idempotency/idempotency-ledger.js';
import type { Keyed } from '../idempotency/keyed.js';
import type { Invoked } from '../invoke-tool.js';
import type { Approval, PausedCall } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import { callAgain, callerAgain, powerlessCaller } from './call-again.js';
import { approvalRun } from './open-approvals.js';

/** What goes on with calls. */
export interface Resuming {
  resume(call: Call): Promise<Invoked>;
  /** Ends a call that has not been made. */
  refuse(call: Call, failure: Failure): Promise<Invoked>;
}

/** Sagas that wait: for consent to begin, which is no call, or for a call of theirs. */
export interface WaitingSagas {
  isConsent(approval: Approval): Promise<boolean>;
  settled(approval: Approval): Promise<void>;
}

export interface SettleApprovalsPorts {
  readonly store: Pick<ApprovalStore, 'find' | 'call' | 'settle'>;
  readonly resuming: Resuming;
  readonly ledger: Pick<IdempotencyLedger, 'reopen'>;
  readonly directory: Directory;
  readonly audit: Pick<AuditLog, 'flush'>;
  readonly clock: Clock;
  readonly defaultDeadlineMs: number;
  /** Those whose approvals these are, where it is no caller that waits for the call alone. */
  readonly sagas?: WaitingSagas;
  /** Told of what is tried again. */
  readonly onProblem: (cause: unknown) => void;
}

/** How a consent ends that is no call. */
const consentOutcome: Readonly<Record<Exclude<ApprovalState, 'pending'>, InvocationStatus>> = {
  approved: 'succeeded',
  denied: 'denied',
  expired: 'denied',
  cancelled: 'cancelled',
};

/** Longest a run waits before it looks by itself. */
const lookAgainMs = 3_600_000;
const firstPauseMs = 200;
const longestPauseMs = 10_000;

/** Ends calls that waited for a person: makes those that were approved, once, and says of the others why not. */
export class SettleApprovals {
  readonly #ports: SettleApprovalsPorts;

  constructor(ports: SettleApprovalsPorts) {
    this.#ports = ports;
  }

  /** The durable part: waits for people, for as long as it takes, and then settles. */
  readonly body: RunBody = async (run, { approvalId }) => {
    for (;;) {
      await run.receive(approvalRun.topic, lookAgainMs);
      const came = await run.step('settle', () => this.#untilSettled(String(approvalId), run.signal));
      if (came === 'settled') return;
    }
  };

  /**
   * `pending` while people have not decided. Doing it again does no harm: the call is made under a key, so that it is
   * made once although a crash interrupts this, or two replicas do it at once. What a server that stops (`letGo`) has cut
   * off before it reached the tool is left for the next one.
   */
  async settle(id: string, letGo?: AbortSignal): Promise<'pending' | 'settled'> {
    const { store, audit } = this.#ports;
    const approval = await store.find(id);
    if (approval === undefined || approval.settledAt !== null) return 'settled';
    if (approval.state === 'pending') return 'pending';
    const { sagas } = this.#ports;
    if (await sagas?.isConsent(approval)) return this.#end(approval, consentOutcome[approval.state]);
    const paused = await store.call(id);
    if (paused === undefined) throw new Error(`The call that approval ${id} was asked for is gone.`);
    const { envelope } = await this.#carryOut(approval, paused);
    if (envelope.status === 'running') throw new Error(`The call ${envelope.id} is being made elsewhere.`);
    const isCutOff = letGo?.aborted && envelope.status === 'cancelled' && envelope.error?.outcome === 'none';
    if (isCutOff && approval.state === 'approved')
      throw new Error(`The call ${envelope.id} is left for the next start.`);
    await audit.flush();
    return this.#end(approval, envelope.status);
  }

  async #end(approval: Approval, outcome: InvocationStatus): Promise<'settled'> {
    const { store, clock, sagas } = this.#ports;
    await store.settle(approval.id, outcome, clock.now());
    await sagas?.settled(approval);
    return 'settled';
  }

  async #carryOut(approval: Approval, paused: PausedCall): Promise<Invoked> {
    const { resuming, directory, clock } = this.#ports;
    const refusal = whyNot(approval, directory);
    const caller = refusal === undefined ? callerAgain(approval, paused, directory, clock.now()) : undefined;
    const keyed = await this.#keyed(approval);
    if (caller?.ok) return resuming.resume(callAgain(approval, paused, caller.value, keyed, this.#ports));
    const failure = refusal ?? (caller?.error as Failure);
    // Without a key of the caller's there is nobody to answer a repeat.
    const held = approval.idempotencyKey === null ? undefined : keyed;
    return resuming.refuse(callAgain(approval, paused, powerlessCaller(approval), held, this.#ports), failure);
  }

  /** The caller's key, which the paused call has kept, or one of its own: the call is made once in either case. */
  async #keyed({ id, principalId, idempotencyKey }: Approval): Promise<Keyed> {
    const key = idempotencyKey ?? `approval:${id}`;
    const claim = await this.#ports.ledger.reopen(principalId, key);
    return { key, ...(claim && { held: { claim, earlier: null, end: () => undefined } }) };
  }

  async #untilSettled(id: string, letGo: AbortSignal): Promise<'pending' | 'settled'> {
    const { clock, onProblem } = this.#ports;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await this.settle(id, letGo);
      } catch (cause) {
        onProblem(cause);
      }
      if (!(await wait(clock, pauseMs, letGo))) return letGone;
    }
  }
}

/** A step that never ends here: whoever goes on with the run does it again. */
const letGone = new Promise<never>(() => undefined);

/** Why a call is not made although it waited; undefined when it was approved. */
function whyNot({ id, state, decisions }: Approval, directory: Directory): Failure | undefined {
  const data = { data: { approval: id } };
  if (state === 'cancelled')
    return fail('cancelled', 'The call was cancelled while it waited for approval.', data).error;
  if (state === 'expired')
    return fail('denied', 'Nobody approved the call in time. Call again, and it is asked for anew.', data).error;
  const no = decisions.find(({ decision }) => decision === 'deny');
  if (no === undefined) return undefined;
  const by = directory.principal(no.principalId)?.name ?? 'Somebody';
  return fail('denied', `${by} denied the call${no.reason === null ? '' : `: ${no.reason}`}.`, data).error;
}
