import type { ToolVersion } from '../catalog/records.js';
import { fail } from '../kernel/failure.js';
import { type Call, isReadOnly, type Stage } from './call.js';
import { errorText, readOutput } from './read-output.js';
import type { UpstreamAnswer } from './tool-transport.js';
import type { Validators } from './validators.js';

/** The answer read as output and checked against the tool's output schema, when it declares one. */
export const validateOutput = (validators: Validators): Stage => ({
  name: 'validate-output',
  reaches: true,
  run(call) {
    const version = call.version as ToolVersion;
    const answer = call.answer as UpstreamAnswer;
    if (answer.isError) {
      return fail('tool_error', `${version.manifest.name} failed: ${errorText(answer.content)}`, {
        outcome: effect(call, 'unknown'),
      }).error;
    }
    const validate = validators.output(version);
    call.output = readOutput(answer, validate !== undefined);
    const issues = validate?.(call.output) ?? [];
    if (issues.length === 0) {
      call.validation = { outcome: validate === undefined ? 'untyped' : 'valid', issues: [] };
      return undefined;
    }
    call.output = undefined;
    call.validation = { outcome: 'invalid', issues: issues.map((it) => ({ ...it, path: `/output${it.path}` })) };
    return fail(
      'bad_output',
      `${version.manifest.name} answered what its output schema forbids: ${issues[0]?.path} ${issues[0]?.message}.`,
      {
        issues: call.validation.issues,
        outcome: effect(call, 'done'),
      },
    ).error;
  },
});

/** A tool that only reads has no effect, whatever became of the call. */
const effect = (call: Call, otherwise: 'unknown' | 'done') => (isReadOnly(call.version) ? 'none' : otherwise);
