/** The server as a value, for tests and tools that start it in their own process. */
export { type Application, startApplication } from './application.js';
export { createLogger } from './platform/telemetry/logger.js';
