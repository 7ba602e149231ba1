import type { ToolVersion } from '../catalog/records.js';
import type { Clock } from '../kernel/clock.js';
import { type Failure, fail } from '../kernel/failure.js';
import { type Call, isReadOnly, type Stage } from './call.js';
import { errorText, readOutput } from './read-output.js';
import type { FalseRepair } from './repair/repair-metrics.js';
import { judgeSanity } from './sanity/judge-sanity.js';
import type { SanityPredicates } from './sanity/sanity-predicates.js';
import type { UpstreamAnswer } from './tool-transport.js';
import type { Validators } from './validators.js';

/** What the second layer works with. */
export interface SanityPorts {
  readonly predicates: SanityPredicates;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Told when what came of a repaired input cannot be. */
  readonly falseRepair: (by: FalseRepair) => void;
}

/**
 * The answer read as output, checked against the tool's output schema, when it declares one, and asked what its manifest
 * says must hold of it. Schema violations and critical ones fail the call; lesser ones go along with the output.
 */
export const validateOutput = (validators: Validators, sanity: SanityPorts): Stage => ({
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
    if (issues.length === 0) return beSane(call, validate === undefined ? 'untyped' : 'valid', sanity);
    call.output = undefined;
    const found = issues.map((it) => ({ ...it, path: `/output${it.path}` }));
    call.validation = {
      outcome: 'invalid',
      issues: found.map((it) => ({ ...it, layer: 'schema', severity: 'CRITICAL' })),
    };
    return fail(
      'bad_output',
      `${version.manifest.name} answered what its output schema forbids: ${issues[0]?.path} ${issues[0]?.message}.`,
      { issues: found, outcome: effect(call, 'done') },
    ).error;
  },
});

/** The second layer. */
function beSane(
  call: Call,
  otherwise: 'valid' | 'untyped',
  { predicates, clock, falseRepair }: SanityPorts,
): Failure | undefined {
  const version = call.version as ToolVersion;
  const asked = predicates.of(version);
  if (asked.length === 0) {
    call.validation = { outcome: otherwise, issues: [] };
    return undefined;
  }
  const situation = { input: call.input, output: call.output, now: new Date(clock.now()) };
  const issues = judgeSanity(asked, situation, clock);
  const critical = issues.find(({ severity }) => severity === 'CRITICAL');
  const outcome = critical !== undefined ? 'failure' : issues.length > 0 ? 'warning' : otherwise;
  call.validation = { outcome, issues };
  if (critical === undefined) {
    call.warnings.push(...issues.map(({ path, message }) => `${path} ${message}`));
    return undefined;
  }
  call.output = undefined;
  if (call.repairs !== undefined) falseRepair('sanity');
  return fail('bad_output', `${version.manifest.name} answered what cannot be: ${critical.path} ${critical.message}.`, {
    issues: issues.map(({ path, message }) => ({ path, message })),
    outcome: effect(call, 'done'),
  }).error;
}

/** A tool that only reads has no effect, whatever became of the call. */
const effect = (call: Call, otherwise: 'unknown' | 'done') => (isReadOnly(call.version) ? 'none' : otherwise);
