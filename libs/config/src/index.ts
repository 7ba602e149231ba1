/** The environment, parsed once and frozen. */
export type { Config } from './config.js';
export { publicUrlOf } from './public-url.js';
export { ConfigError, readConfig } from './read-config.js';
export { settingsInForce } from './settings-in-force.js';
