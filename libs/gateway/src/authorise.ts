import type { Directory } from '@assay/identity';
import { fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Stage } from './call.js';
import { mayCall } from './policy/may-call.js';

/** The caller's right to call this version. */
export const authorise = (directory: Directory): Stage => ({
  name: 'authorise',
  run(call) {
    const version = call.resolved.version as ToolVersion;
    const decision = mayCall(call.requested.caller, version, directory);
    if (decision.allowed) return undefined;
    return fail(decision.code, `You may not call ${version.manifest.name}@${version.version}: ${decision.why}.`).error;
  },
});
