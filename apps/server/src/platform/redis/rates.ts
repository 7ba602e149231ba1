import type { RedisConnection as RedisConnectionType } from '@assay/coordination';
import {
  type Circuits,
  DurableRateLimits,
  type LimitCounts,
  LocalCircuits,
  LocalRateLimits,
  type RateLimits,
  type SliceCount,
} from '@assay/gateway';
import type { Clock, Jobs, Random } from '@assay/kernel';
import type { Logger } from 'pino';

export interface RatesOptions {
  /** Null: counted in this process. */
  readonly redisUrl: string | null;
  /** How many servers share the database, this one included. */
  readonly countReplicas: () => Promise<number>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'token'>;
  /** Where counts are kept when there is no Redis. */
  readonly counts: LimitCounts;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly log: Logger;
}

export interface Rates {
  readonly limits: RateLimits;
  readonly circuits: Circuits;
  /** What is wrong with Redis, and can be done without; null when it is well, undefined when there is none. */
  trouble(): { readonly degraded: string } | null | undefined;
  /** Takes up what other records show was used; Redis has counted that itself. Before the first call. */
  rebuild(totals: () => Promise<readonly SliceCount[]>): Promise<void>;
  /** Counts the servers, and from now on now and then. Says so when there are several and no Redis. */
  watchReplicas(): Promise<void>;
  stop(): Promise<void>;
}

const countEveryMs = 3_000;

/** Limits and circuit breakers in Redis when there is one, else in this process. */
export async function openRates(parts: RatesOptions): Promise<Rates> {
  const { redisUrl, countReplicas, clock, log } = parts;
  let replicas = 1;
  let cancel = () => {};
  let isOn = true;
  const onProblem = (cause: unknown) =>
    log.warn({ reason: (cause as Error)?.message }, 'counts of limits could not be kept or read; trying again');
  const options = { clock, replicas: () => replicas };
  const shared = redisUrl === null ? null : await openShared(redisUrl, options, parts);
  const kept = shared === null ? await openKept(parts, new LocalRateLimits(clock, options), onProblem) : null;
  const watchReplicas = async (): Promise<void> => {
    const found = await countReplicas().catch(() => replicas);
    if (shared === null && found > 1 && found > replicas) log.warn({ replicas: found }, withoutRedis);
    // Who has ended leaves its counts to all the others.
    if (found !== replicas) void kept?.refresh().catch(onProblem);
    replicas = found;
    if (isOn) cancel = clock.after(countEveryMs, () => void watchReplicas());
  };
  return {
    limits: (shared?.limits ?? kept) as RateLimits,
    circuits: shared?.circuits ?? new LocalCircuits(clock),
    trouble: () => (shared === null ? undefined : wordsOf(shared.redis.trouble)),
    rebuild: async (totals) => kept?.rebuild(await totals()),
    watchReplicas,
    stop: async () => {
      isOn = false;
      cancel();
      await kept?.flush();
      await shared?.circuits.stop();
      await shared?.redis.close();
    },
  };
}

/** Counted by all servers together. The client of Redis is 480 modules: they are loaded only where there is a Redis. */
async function openShared(
  url: string,
  options: { readonly clock: Clock; readonly replicas: () => number },
  { clock, random, log }: RatesOptions,
) {
  const { RedisCircuits, RedisConnection, RedisRateLimits } = await import('@assay/coordination');
  const redis: RedisConnectionType = new RedisConnection({
    url,
    clock,
    onAway: () =>
      log.warn(
        { reason: redis.trouble },
        'Redis is unavailable: this server applies its share of every limit and its own circuit breakers until it is back',
      ),
    onBack: () => log.info('Redis is back: limits are counted together again'),
  });
  await redis.open();
  const circuits = new RedisCircuits({ redis, clock, random });
  await circuits.start();
  return { redis, circuits, limits: new RedisRateLimits({ ...options, redis }) };
}

/** Counted in this process, and as it was counted before its start. */
async function openKept(
  { counts, clock, jobs }: RatesOptions,
  local: LocalRateLimits,
  onProblem: (cause: unknown) => void,
): Promise<DurableRateLimits> {
  const kept = new DurableRateLimits({ local, counts, clock, onProblem });
  await kept.restore();
  for (const job of kept.jobs) jobs.add(job);
  return kept;
}

const withoutRedis =
  'several servers share this database and REDIS_URL is not set: each applies its share of every limit and its own circuit breakers; set REDIS_URL on all of them to share counts';

const wordsOf = (trouble: string | null) =>
  trouble === null
    ? null
    : {
        degraded: `${trouble}; until then each server applies its share of every limit and its own circuit breakers`,
      };
