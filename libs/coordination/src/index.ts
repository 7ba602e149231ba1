/** Redis behind core's ports: limits and circuit breakers across replicas. */
export { RedisCircuits } from './redis-circuits.js';
export { RedisConnection } from './redis-connection.js';
export { RedisRateLimits } from './redis-rate-limits.js';
