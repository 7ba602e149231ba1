/** Redis behind core's ports: limits across replicas. */
export { RedisConnection, type RedisOptions } from './redis-connection.js';
export { RedisRateLimits, type RedisRateLimitsOptions } from './redis-rate-limits.js';
