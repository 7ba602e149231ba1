import type { Envelope } from '@assay/contracts';
import { type Clock, type Failure, hourMs, retryUntilSuccess } from '@assay/kernel';
import { type Call, isReadOnly, isRepeatable } from '../call.js';
import { endingOf } from './finality.js';
import type { IdempotencyLedger, KeptResult } from './idempotency-ledger.js';
import type { HeldKey } from './keyed.js';
import type { UnknownOutcome, UnknownOutcomes } from './unknown-outcomes.js';

export interface SettleKeysPorts {
  readonly ledger: Pick<IdempotencyLedger, 'finish' | 'park' | 'release' | 'reported'>;
  readonly unknown: UnknownOutcomes;
  readonly clock: Pick<Clock, 'after'>;
  /** Called for a write that failed and is retried, and for a report that could not be sent. */
  readonly onProblem: (cause: unknown) => void;
}

const firstPauseMs = 50;
const maxPauseMs = 2_000;
/** A key outlives the wait of its call: the outcome is written a little later. */
const parkedLongerMs = hourMs;
/** How long `stop` goes on trying. */
const stopPatienceMs = 5_000;

/**
 * The ends of calls: the final state of their keys, and the report of an unknown outcome. A failed write is repeated
 * until it succeeds; what a process cannot write before it ends is recovered when its lease expires.
 */
export class SettleKeys {
  readonly #ports: SettleKeysPorts;
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(ports: SettleKeysPorts) {
    this.#ports = ports;
  }

  /** Resolves when it is durable; undefined for a call that holds no key. A call is settled once. */
  settle(call: Call, envelope: Envelope, failure: Failure | undefined): Promise<void> | undefined {
    const held = call.happened.keyed?.held;
    const unknown = hasUnknownOutcome(call, envelope);
    if (call.happened.keyed !== undefined) delete call.happened.keyed.held;
    const settled = held && this.#settleKey(held, call, envelope, failure, unknown);
    if (unknown) this.#reportAfter(settled, unknownOutcome(call, envelope), held);
    return settled;
  }

  /** The call waits for a person: repeats are answered with that, until it goes on. */
  async park(call: Call, envelope: Envelope, until: number): Promise<void> {
    const held = call.happened.keyed?.held;
    if (call.happened.keyed === undefined || held === undefined) return;
    delete call.happened.keyed.held;
    const result: KeptResult = { envelope, failure: null };
    const write = () => this.#ports.ledger.park(held.claim, result, until + parkedLongerMs);
    await this.#follow(this.#untilWritten(write).finally(() => held.end(result)));
  }

  /** Ends when everything is written and reported, or the time is up. */
  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopTimer = this.#ports.clock.after(stopPatienceMs, resolve);
    await Promise.race([Promise.all(this.#pending), promise]);
    stopTimer();
    this.#stopping.abort();
  }

  #settleKey(held: HeldKey, call: Call, envelope: Envelope, failure: Failure | undefined, unknown: boolean) {
    const { ledger } = this.#ports;
    const ending = endingOf({
      failure,
      readOnly: isReadOnly(call.resolved.version),
      repeatable: isRepeatable(call.resolved.version),
      answered: call.resolved.answer !== undefined,
      escalated: call.resolved.escalation !== undefined,
    });
    const result: KeptResult | undefined = ending === 'kept' ? { envelope, failure: failure ?? null } : undefined;
    const write = (): Promise<unknown> =>
      result === undefined
        ? ledger.release(held.claim, ending === 'again' || held.earlier !== null)
        : ledger.finish(held.claim, result, unknown);
    return this.#follow(this.#untilWritten(write).finally(() => held.end(result)));
  }

  async #untilWritten(write: () => Promise<unknown>): Promise<void> {
    const { clock, onProblem } = this.#ports;
    await retryUntilSuccess(write, { clock, onProblem, signal: this.#stopping.signal, firstPauseMs, maxPauseMs });
  }

  #reportAfter(settled: Promise<void> | undefined, outcome: UnknownOutcome, held: HeldKey | undefined): void {
    void this.#follow(Promise.resolve(settled).then(() => this.#report(outcome, held)));
  }

  async #report(outcome: UnknownOutcome, held: HeldKey | undefined): Promise<void> {
    try {
      await this.#ports.unknown.report(outcome);
      if (held !== undefined) await this.#ports.ledger.reported(held.claim);
    } catch (cause) {
      this.#ports.onProblem(cause);
    }
  }

  #follow(work: Promise<void>): Promise<void> {
    this.#pending.add(work);
    return work.finally(() => this.#pending.delete(work));
  }
}

/** Whether the tool may have had an effect and nobody heard of it. A tool that says it failed has been heard. */
const hasUnknownOutcome = (call: Call, { error }: Envelope): boolean =>
  error?.outcome === 'unknown' && call.resolved.answer === undefined && !call.requested.dryRun;

const unknownOutcome = (call: Call, { id, tool, version, error }: Envelope): UnknownOutcome => ({
  invocationId: id,
  organisationId: call.requested.caller.organisationId ?? '',
  principalId: call.requested.caller.principalId ?? '',
  tool,
  version,
  key: call.happened.keyed?.key ?? null,
  reason: error?.message ?? '',
});
