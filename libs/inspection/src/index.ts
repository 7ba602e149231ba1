/** A maintained set of rules for secrets, behind core's port. */
export { SecretlintRules } from './secretlint-rules.js';
