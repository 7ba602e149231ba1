import type { ToolVersion } from '../catalog/records.js';
import { digestJson } from '../kernel/digest.js';
import { fail } from '../kernel/failure.js';
import type { Stage } from './call.js';
import type { Validators } from './validators.js';

/** The input against the tool's input schema, before anything reaches the tool. */
export const validateInput = (validators: Validators): Stage => ({
  name: 'validate-input',
  run(call) {
    const version = call.version as ToolVersion;
    call.argumentsDigest = digestJson(call.input);
    const issues = validators.input(version)(call.input);
    if (issues.length === 0) return undefined;
    call.validation = { outcome: 'invalid', issues: issues.map((it) => ({ ...it, path: `/input${it.path}` })) };
    const first = issues[0] as { path: string; message: string };
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
    return fail(
      'invalid_input',
      `The input does not fit ${version.manifest.name}@${version.version}: ${first.path || 'it'} ${first.message}${more}.`,
      {
        issues: call.validation.issues,
      },
    ).error;
  },
});
