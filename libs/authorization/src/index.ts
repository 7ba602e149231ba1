/** Cedar behind core's policy port. */

export { CedarPolicyEngine } from './cedar-policy-engine.js';
