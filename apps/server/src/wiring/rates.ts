import { RedisCircuits, RedisConnection, RedisRateLimits } from '@assay/coordination';
import { type Circuits, type Clock, LocalCircuits, LocalRateLimits, type Random, type RateLimits } from '@assay/core';
import type { Logger } from 'pino';

export interface RatesOptions {
  /** Null: counted in this process. */
  readonly redisUrl: string | null;
  /** How many servers share the database, this one included. */
  readonly countReplicas: () => Promise<number>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'token'>;
  readonly log: Logger;
}

export interface Rates {
  readonly limits: RateLimits;
  readonly circuits: Circuits;
  /** What is wrong with Redis, and can be done without; null when it is well, undefined when there is none. */
  trouble(): { readonly degraded: string } | null | undefined;
  /** Counts the servers, and from now on now and then. Says so when there are several and no Redis. */
  watchReplicas(): Promise<void>;
  stop(): Promise<void>;
}

const countEveryMs = 3_000;

/** Limits and circuit breakers in Redis when there is one, else in this process. */
export async function openRates({ redisUrl, countReplicas, clock, random, log }: RatesOptions): Promise<Rates> {
  let replicas = 1;
  let cancel = () => {};
  let isOn = true;
  const redis = redisUrl === null ? null : await connect(redisUrl, clock, log);
  const watchReplicas = async (): Promise<void> => {
    const found = await countReplicas().catch(() => replicas);
    if (redis === null && found > 1 && found > replicas) log.warn({ replicas: found }, withoutRedis);
    replicas = found;
    if (isOn) cancel = clock.after(countEveryMs, () => void watchReplicas());
  };
  const options = { clock, replicas: () => replicas };
  const shared = redis === null ? null : new RedisCircuits({ redis, clock, random });
  await shared?.start();
  return {
    limits: redis === null ? new LocalRateLimits(clock, options) : new RedisRateLimits({ ...options, redis }),
    circuits: shared ?? new LocalCircuits(clock),
    trouble: () => (redis === null ? undefined : wordsOf(redis.trouble)),
    watchReplicas,
    stop: async () => {
      isOn = false;
      cancel();
      await shared?.stop();
      await redis?.close();
    },
  };
}

const withoutRedis =
  'several servers share this database and REDIS_URL is not set: each of them allows its part of every limit and has circuit breakers of its own; set REDIS_URL on all of them, so that they count together';

const wordsOf = (trouble: string | null) =>
  trouble === null
    ? null
    : {
        degraded: `${trouble}; each server allows its part of every limit and has circuit breakers of its own meanwhile`,
      };

async function connect(url: string, clock: Clock, log: Logger): Promise<RedisConnection> {
  const redis: RedisConnection = new RedisConnection({
    url,
    clock,
    onAway: () =>
      log.warn(
        { reason: redis.trouble },
        'Redis is away: this server allows its part of every limit, and has circuit breakers of its own, until it is back',
      ),
    onBack: () => log.info('Redis is back: limits are counted together again'),
  });
  await redis.open();
  return redis;
}
