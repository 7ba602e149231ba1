import type { Issue } from '@assay/contracts';
import type { ToolVersion } from '../catalog/records.js';
import { digestJson } from '../kernel/digest.js';
import { type Failure, fail } from '../kernel/failure.js';
import { type Call, isReadOnly, type Stage } from './call.js';
import { editText } from './repair/edit.js';
import { type Repair, repairInput } from './repair/repair-input.js';
import type { Validators } from './validators.js';

/**
 * The input against the tool's input schema, before anything reaches the tool. One that does not fit is mended by rules
 * where they know one way (unless the caller said no): its form for every tool, what was meant only for tools that read.
 * What may not be done is proposed with the failure. A mended input is a new one: everything after this stage sees it
 * alone.
 */
export const validateInput = (validators: Validators): Stage => ({
  name: 'validate-input',
  run(call) {
    const version = call.version as ToolVersion;
    const validate = validators.input(version);
    const issues = validate(call.input);
    const repair = issues.length === 0 || call.request.repair === 'off' ? undefined : whole(version, call, validate);
    if (repair !== undefined && isAllowed(repair, version)) mend(call, repair);
    call.argumentsDigest = digestJson(call.input);
    return issues.length === 0 || call.repairs !== undefined ? undefined : refusal(call, issues, repair);
  },
});

/** A repair after which the input fits. */
function whole(version: ToolVersion, { input }: Call, validate: (input: unknown) => readonly Issue[]) {
  const repair = repairInput(version.manifest.inputSchema, input);
  return repair !== undefined && validate(repair.input).length === 0 ? repair : undefined;
}

const isAllowed = ({ edits }: Repair, version: ToolVersion): boolean =>
  isReadOnly(version) || edits.every(({ kind }) => kind === 'form');

function mend(call: Call, { input, edits }: Repair): void {
  call.input = input;
  call.repairs = edits;
}

function refusal(call: Call, found: readonly Issue[], repair: Repair | undefined): Failure {
  const { manifest, version } = call.version as ToolVersion;
  const issues = found.map((it) => ({ ...it, path: `/input${it.path}` }));
  call.validation = { outcome: 'invalid', issues };
  const [first] = found;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  const proposal = repair && { input: repair.input, changes: repair.edits.map(editText) };
  const meant = proposal ? ' The proposal beside this would fit: call again with it if that is what you mean.' : '';
  return fail(
    'invalid_input',
    `The input does not fit ${manifest.name}@${version}: ${first?.path || 'it'} ${first?.message}${more}.${meant}`,
    { issues, ...(proposal && { data: { proposal } }) },
  ).error;
}
