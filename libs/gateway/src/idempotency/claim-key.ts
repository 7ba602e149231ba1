import { backOffMs, type Clock, cancelledReason, digestJson, type Failure, fail, wait } from '@assay/kernel';
import type { Call, Passed, Stage, StageEnd } from '../call.js';
import type { ClaimedKey } from '../resolved.js';
import type { CallsUnderWay, UnderWay } from './calls-under-way.js';
import { earlierReach } from './earlier-reach.js';
import { askAgainMs, type ClaimAnswer, type IdempotencyLedger, type KeptResult } from './idempotency-ledger.js';
import type { Keyed } from './keyed.js';

export interface ClaimKeyPorts {
  readonly ledger: Pick<IdempotencyLedger, 'claim'>;
  readonly underWay: CallsUnderWay;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called for a ledger that does not answer. */
  readonly onProblem: (cause: unknown) => void;
}

/** What stands under a key: tool or capability, and arguments, as they were asked for, whatever repairs make of them. */
export const requestDigest = ({ tool, capability, constraints, input }: Call['requested']['request']): string =>
  digestJson(capability === undefined ? { input, tool } : { capability, constraints: constraints ?? null, input });

/**
 * A call with a key is made once: the first to claim the key continues, a repeat gets the first result, and waits for
 * it while the first runs. Another call under the same key is rejected.
 */
export const claimKey = (ports: ClaimKeyPorts): Stage<ClaimedKey> => ({
  name: 'idempotency',
  reaches: true,
  run(call) {
    const {
      happened: { keyed },
    } = call;
    return keyed === undefined || keyed.held !== undefined ? undefined : new Entering(call, keyed, ports).run();
  },
});

/** One use of a key, until it is this call's own, answered, or refused. */
class Entering {
  readonly #principalId: string;
  readonly #digest: string;

  constructor(
    private readonly call: Call,
    private readonly keyed: Keyed,
    private readonly ports: ClaimKeyPorts,
  ) {
    this.#principalId = call.requested.caller.principalId ?? '';
    this.#digest = requestDigest(call.requested.request);
  }

  async run(): Promise<StageEnd<ClaimedKey>> {
    const { underWay } = this.ports;
    if (this.#principalId === '') return nobodysKey;
    for (;;) {
      const other = underWay.of(this.#principalId, this.keyed.key);
      if (other === undefined) return this.#askLedger();
      if (other.requestDigest !== this.#digest) {
        // It may be the one to be refused: the ledger knows.
        if ((await this.#orLate(other.heard)) === 'late') return this.#late(other.invocationId);
        if (underWay.of(this.#principalId, this.keyed.key) !== other) continue;
        return conflict(this.keyed.key, other.invocationId);
      }
      const waited = await this.#orLate(other.ended);
      if (waited === 'late') return this.#late(other.invocationId);
      if (waited !== undefined) return this.#repeat(waited.envelope.id, waited);
    }
  }

  /** For this call and every repeat of it on this replica. */
  async #askLedger(): Promise<StageEnd<ClaimedKey>> {
    const { call, keyed, ports } = this;
    const own = ports.underWay.begin(this.#principalId, keyed.key, this.#digest, call.requested.id);
    const answer = await this.#claim(own).catch((cause: unknown) => {
      ports.onProblem(cause);
      return undefined;
    });
    if (answer?.state === 'claimed') {
      own.hear(call.requested.id);
      keyed.held = { claim: answer.claim, earlier: answer.earlier, end: (result) => own.end(result) };
      return answer.earlier === null ? undefined : earlierReach(call, answer.earlier);
    }
    own.end(answer?.state === 'finished' ? answer.result : undefined);
    if (answer === undefined) return ledgerAway;
    if (answer.state === 'finished') return this.#repeat(answer.invocationId, answer.result);
    return answer.state === 'other' ? conflict(keyed.key, answer.invocationId) : this.#late(answer.invocationId);
  }

  /** Asks until nobody else runs it, ever more seldom, as long as this call's deadline lets it. */
  async #claim(own: UnderWay): Promise<ClaimAnswer> {
    const { call, keyed, ports } = this;
    const use = {
      organisationId: call.requested.caller.organisationId ?? '',
      principalId: this.#principalId,
      key: keyed.key,
      requestDigest: this.#digest,
      invocationId: call.requested.id,
    };
    const pauses = { firstMs: askAgainMs.least, maxMs: askAgainMs.most };
    for (let retry = 0; ; retry += 1) {
      const answer = await ports.ledger.claim(use, ports.clock.now());
      if (answer.state !== 'running') return answer;
      own.hear(answer.invocationId);
      if (!(await wait(ports.clock, backOffMs(pauses, retry), call.resolved.deadline.signal))) return answer;
    }
  }

  async #orLate<T>(ended: Promise<T>): Promise<T | 'late'> {
    const { signal } = this.call.resolved.deadline;
    if (signal.aborted) return 'late';
    const { promise, resolve } = Promise.withResolvers<'late'>();
    const onAbort = () => resolve('late');
    signal.addEventListener('abort', onAbort, { once: true });
    return Promise.race([ended, promise]).finally(() => signal.removeEventListener('abort', onAbort));
  }

  #repeat = (invocationId: string, result: KeptResult | null): Passed<ClaimedKey> => ({
    resolved: { repeat: { invocationId, result } },
  });

  /** The first call continues, whatever happens to this repeat. */
  #late(invocationId: string): StageEnd<ClaimedKey> {
    if (this.call.resolved.deadline.signal.reason === cancelledReason) return cancelledRepeat(invocationId);
    return this.#repeat(invocationId, null);
  }
}

const conflict = (key: string, invocationId: string): Failure =>
  fail(
    'idempotency_conflict',
    `The idempotency key "${key}" was already used for a different call: use a new key. GET /v1/invocations/${invocationId} shows the first one.`,
    { data: { invocationId } },
  ).error;

const cancelledRepeat = (invocationId: string): Failure =>
  fail(
    'cancelled',
    `This repeat was cancelled. The original call continues: DELETE /v1/invocations/${invocationId} cancels that one.`,
    { data: { invocationId } },
  ).error;

const nobodysKey = fail(
  'invalid_request',
  'Idempotency keys require authentication: authenticate, or remove the key.',
).error;

const ledgerAway = fail(
  'unavailable',
  'The tool was not called: earlier calls with this key cannot be checked right now. Try again with the same key in a moment.',
  { retryAfterMs: 1_000 },
).error;
