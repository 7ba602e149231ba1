/** Redis behind core's ports: limits and circuit breakers across replicas. */
export { RedisCircuits, type RedisCircuitsOptions } from './redis-circuits.js';
export { RedisConnection, type RedisOptions } from './redis-connection.js';
export { RedisRateLimits, type RedisRateLimitsOptions } from './redis-rate-limits.js';
