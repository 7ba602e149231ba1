import { type Acquired, amountOf, type Counter, LocalRateLimits, type RateLimits, slicingOf } from '@assay/gateway';
import type { Clock } from '@assay/kernel';
import { Debts } from './debts.js';
import { acquireScript, giveBackScript } from './rate-limit-scripts.js';
import type { RedisConnection } from './redis-connection.js';

export interface RedisRateLimitsOptions {
  readonly redis: Pick<RedisConnection, 'isUsable' | 'run'>;
  readonly clock: Clock;
  /** How many replicas share the limits while Redis is away, this one included. */
  readonly replicas: () => number;
  /** Added to Redis's time, in ms: a test moves time with it. */
  readonly aheadMs?: () => number;
}

const prefix = 'assay:limit:';

/**
 * Limits of all replicas together, counted in one atomic step inside Redis. While Redis is away each replica allows its
 * part of every limit (the limit divided by the replicas, at least 1), starting from what it has granted lately; what it
 * grants then is entered in Redis when that is back, so that no limit is exceeded on the way back either.
 */
export class RedisRateLimits implements RateLimits {
  readonly #options: RedisRateLimitsOptions;
  readonly #local: LocalRateLimits;
  readonly #debts: Debts;
  /** What was granted without Redis. */
  readonly #grantedAlone = new WeakSet<Acquired>();

  constructor(options: RedisRateLimitsOptions) {
    this.#options = options;
    this.#local = new LocalRateLimits(options.clock, { replicas: options.replicas });
    this.#debts = new Debts(options.clock);
  }

  async acquire(counters: readonly Counter[], cost: number): Promise<Acquired> {
    const acquired = await this.#ask(counters, cost, true);
    if (acquired === undefined) return this.#acquireAlone(counters, cost);
    if (acquired.granted) this.#local.enter(counters, cost);
    return acquired;
  }

  async peek(counters: readonly Counter[]): Promise<Acquired> {
    return (await this.#ask(counters, 1, false)) ?? this.#local.peek(counters);
  }

  async giveBack(counters: readonly Counter[], cost: number, acquired: Acquired): Promise<void> {
    if (this.#grantedAlone.has(acquired)) {
      this.#local.giveBack(counters, cost, acquired);
      for (const it of counters) this.#debts.settle(it.key, amountOf(it, cost));
      return;
    }
    if (!this.#options.redis.isUsable) return;
    const args = counters.flatMap((it, index) => [String(amountOf(it, cost)), String(acquired.slices[index])]);
    await this.#options.redis.run(giveBackScript, counters.map(keyOf), args).catch(() => undefined);
  }

  /** Undefined when Redis is away. */
  async #ask(counters: readonly Counter[], cost: number, takes: boolean): Promise<Acquired | undefined> {
    const { redis, aheadMs } = this.#options;
    if (!redis.isUsable) return undefined;
    const debts = counters.map(({ key }) => this.#debts.take(key));
    const head = [String(cost), takes ? '1' : '0', String(aheadMs?.() ?? 0)];
    const args = [...head, ...counters.flatMap((counter, index) => argumentsOf(counter, debts[index] ?? 0))];
    try {
      return readAnswer(await redis.run(acquireScript, counters.map(keyOf), args), takes);
    } catch {
      for (const [index, { key, window }] of counters.entries()) this.#debts.owe(key, debts[index] ?? 0, window.ms);
      return undefined;
    }
  }

  #acquireAlone(counters: readonly Counter[], cost: number): Acquired {
    const acquired = this.#local.acquire(counters, cost);
    if (!acquired.granted) return acquired;
    this.#grantedAlone.add(acquired);
    for (const it of counters) this.#debts.owe(it.key, amountOf(it, cost), it.window.ms);
    return acquired;
  }
}

const keyOf = ({ key }: Counter): string => `${prefix}${key}`;

function argumentsOf({ limit, window, sharesFormer, weight = 1 }: Counter, debt: number): string[] {
  const { sliceMs, former } = slicingOf(window);
  return [String(limit), String(sliceMs), String(former), sharesFormer ? '1' : '0', String(debt), String(weight)];
}

const perCounter = 4;

function readAnswer(answer: unknown, takes: boolean): Acquired {
  const [granted, ...numbers] = answer as number[];
  const standings: Acquired['standings'][number][] = [];
  const slices: number[] = [];
  for (let at = 0; at < numbers.length; at += perCounter) {
    const [used, allowed, waitMs, slice] = numbers.slice(at, at + perCounter) as [number, number, number, number];
    standings.push({ used, allowed, retryAfterMs: waitMs < 0 ? null : waitMs });
    slices.push(slice);
  }
  return { granted: granted === 1, standings, slices: granted === 1 && takes ? slices : [] };
}
