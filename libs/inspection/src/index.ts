/** Maintained rules for secrets and personal data, and checks in threads that can be ended, behind core's ports. */

export { FindPersonal } from '@assay/content-rules';
export { SecretlintRules } from './secretlint-rules.js';
export { WorkerLane } from './worker/worker-lane.js';
export { WorkerChecks } from './worker-checks.js';
export { WorkerManifestChecks } from './worker-manifest-checks.js';
