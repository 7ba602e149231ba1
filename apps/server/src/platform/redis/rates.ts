import { RedisCircuits, RedisConnection, RedisRateLimits } from '@assay/coordination';
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
  const { redisUrl, countReplicas, clock, random, log } = parts;
  let replicas = 1;
  let cancel = () => {};
  let isOn = true;
  const redis = redisUrl === null ? null : await connect(redisUrl, clock, log);
  const watchReplicas = async (): Promise<void> => {
    const found = await countReplicas().catch(() => replicas);
    if (redis === null && found > 1 && found > replicas) log.warn({ replicas: found }, withoutRedis);
    // Who has ended leaves its counts to all the others.
    if (found !== replicas) void kept?.refresh().catch(onProblem);
    replicas = found;
    if (isOn) cancel = clock.after(countEveryMs, () => void watchReplicas());
  };
  const options = { clock, replicas: () => replicas };
  const shared = redis === null ? null : new RedisCircuits({ redis, clock, random });
  await shared?.start();
  const onProblem = (cause: unknown) =>
    log.warn({ reason: (cause as Error)?.message }, 'counts of limits could not be kept or read; trying again');
  const kept = redis === null ? await openKept(parts, new LocalRateLimits(clock, options), onProblem) : undefined;
  return {
    limits: kept ?? new RedisRateLimits({ ...options, redis: redis as RedisConnection }),
    circuits: shared ?? new LocalCircuits(clock),
    trouble: () => (redis === null ? undefined : wordsOf(redis.trouble)),
    rebuild: async (totals) => kept?.rebuild(await totals()),
    watchReplicas,
    stop: async () => {
      isOn = false;
      cancel();
      await kept?.flush();
      await shared?.stop();
      await redis?.close();
    },
  };
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

async function connect(url: string, clock: Clock, log: Logger): Promise<RedisConnection> {
  const redis: RedisConnection = new RedisConnection({
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
  return redis;
}
