/** The environment, parsed once and frozen. */
export { type Config, type LogLevel, logLevels } from './config.js';
export { publicUrlOf } from './public-url.js';
export { ConfigError, readConfig } from './read-config.js';
export { type SettingInForce, settingsInForce } from './settings-in-force.js';
