import { type Clock, err, type Failure, fail, lruMap, type Result } from '@assay/kernel';
import type { Caller } from './caller.js';

export interface GuessPorts {
  readonly clock: Clock;
  /** The network an address is counted for. */
  readonly networkOf: (address: string) => string;
  /** Counts a wrong credential; returns a failure when there were too many. */
  readonly count: (network: string) => Promise<Failure | undefined>;
  /** Changes when a limit is set or cleared, which lifts existing blocks. */
  readonly epoch: () => number;
}

/** Maximum blocked networks at a time. */
const heldCap = 10_000;
/** Principals whose addresses are remembered, and addresses of each. */
const principalsCap = 20_000;
const addressesCap = 16;
const minMs = 1_000;

interface Held {
  /** By the monotonic clock. */
  readonly until: number;
  /** Details of the limit that applies. */
  readonly data: Failure['data'];
  readonly epoch: number;
}

/**
 * Prevents guessing of credentials. After too many wrong ones from a network, every credential from there is rejected
 * alike, right or wrong, so that no answer reveals whether a guess was right. Callers accepted from the same address
 * before can continue: clients behind one address do not lock each other out.
 */
export class LimitGuesses {
  readonly #ports: GuessPorts;
  readonly #held = lruMap<string, Held>(heldCap);
  readonly #letIn = new Map<string, string[]>();

  constructor(ports: GuessPorts) {
    this.#ports = ports;
  }

  /** The final answer, given the result that the credential alone would have had. */
  async judge(checked: Promise<Result<Caller, Failure>>, address: string): Promise<Result<Caller, Failure>> {
    const outcome = await checked;
    if (outcome.ok) return this.#mayEnter(outcome.value, address) ?? outcome;
    if (outcome.error.code !== 'unauthenticated') return outcome;
    const network = this.#ports.networkOf(address);
    const held = this.#holding(network);
    if (held !== undefined) return err(held);
    const tooMany = await this.#ports.count(network);
    return tooMany === undefined ? outcome : err(this.#hold(network, tooMany));
  }

  /** Why nothing from this address is checked now; undefined when it may be. */
  blocked = (address: string): Failure | undefined => this.#holding(this.#ports.networkOf(address));

  /** Counts a wrong credential that something else has checked; a failure when there were too many. */
  async countWrong(address: string): Promise<Failure | undefined> {
    const network = this.#ports.networkOf(address);
    const tooMany = await this.#ports.count(network);
    return tooMany && this.#hold(network, tooMany);
  }

  /** Undefined when the caller may; it is remembered from where. */
  #mayEnter({ principalId }: Caller, address: string): Result<never, Failure> | undefined {
    const id = principalId ?? '';
    const addresses = this.#letIn.get(id);
    if (addresses?.includes(address)) return undefined;
    const why = this.#held.size === 0 ? undefined : this.#holding(this.#ports.networkOf(address));
    if (why !== undefined) return err(why);
    if (addresses === undefined && this.#letIn.size >= principalsCap) this.#letIn.clear();
    this.#letIn.set(id, [address, ...(addresses ?? [])].slice(0, addressesCap));
    return undefined;
  }

  #holding(network: string): Failure | undefined {
    const held = this.#held.peek(network);
    if (held === undefined) return undefined;
    const leftMs = held.until - this.#ports.clock.monotonic();
    if (leftMs > 0 && held.epoch === this.#ports.epoch()) return refusal(leftMs, held.data);
    this.#held.delete(network);
    return undefined;
  }

  #hold(network: string, { retryAfterMs = minMs, data }: Failure): Failure {
    const { clock, epoch } = this.#ports;
    this.#held.set(network, { until: clock.monotonic() + retryAfterMs, data, epoch: epoch() });
    return refusal(retryAfterMs, data);
  }
}

const refusal = (leftMs: number, data: Failure['data']): Failure =>
  fail('rate_limited', 'Too many wrong credentials came from your address: wait, then send the right one.', {
    retryAfterMs: Math.ceil(leftMs),
    ...(data && { data }),
  }).error;
