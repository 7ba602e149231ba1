import { Global, Module } from '@nestjs/common';
import { OpenAdapters } from '../open-adapters.js';
import { CIRCUITS, CLOCK, CONFIG, JOBS, LIMIT_COUNTS, LOG, PERSISTENCE, RANDOM, RATE_LIMITS, RATES } from '../ports.js';
import { provide } from '../provide.js';
import { openRates } from './rates.js';

const providers = [
  provide(
    RATES,
    {
      ...{ config: CONFIG, persistence: PERSISTENCE, counts: LIMIT_COUNTS, jobs: JOBS },
      ...{ clock: CLOCK, random: RANDOM, log: LOG, adapters: OpenAdapters },
    },
    async ({ config, persistence, adapters, ...ports }) => {
      const rates = await openRates({
        ...ports,
        redisUrl: config.redisUrl,
        countReplicas: () => persistence.replicas(),
      });
      return adapters.add('limits', rates, (it) => it.stop());
    },
  ),
  provide(RATE_LIMITS, { rates: RATES }, ({ rates }) => rates.limits),
  provide(CIRCUITS, { rates: RATES }, ({ rates }) => rates.circuits),
];

/** Limits and circuit breakers, in Redis when there is one. */
@Global()
@Module({ providers, exports: providers })
export class RedisModule {}
