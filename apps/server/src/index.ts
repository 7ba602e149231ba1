/** The server as a value, for tests and tools that start it in their own process; tokens name what its modules provide. */
export { type Application, startApplication } from './application.js';
export { DEFINITION_ROUND } from './features/definitions/ports.js';
export type { EndpointEmbedding } from './features/discovery/embedding.js';
export { EMBEDDING } from './features/discovery/ports.js';
export { DEFINITION_SWEEP } from './features/findings/ports.js';
export { PublishKits } from './features/installation/publish-kits.js';
export { UsageCounter } from './features/invocations/usage.js';
export { LIFECYCLE_SWEEP } from './features/lifecycle/ports.js';
export { NOTICES } from './features/notifications/ports.js';
export { FirstLink } from './features/sign-in/first-link.js';
export { TRUST_JOBS } from './features/trust/ports.js';
export { AUDIT_LOG, CHANGE_FEED, JOBS, LANGUAGE_MODEL } from './platform/ports.js';
export { isolatedProcesses } from './platform/sandbox/isolated-processes.js';
export { createLogger } from './platform/telemetry/logger.js';
