import { findRawNumber, type Issue, type ValidationIssue, withNearestDoubles } from '@assay/contracts';
import { isExceeded, isHeavySchema, type JsonSchema, maxMatchSteps, type Validate } from '@assay/json-schema';
import { type Clock, fail, isLongerThan, runInSlices } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly, type Passed, type Stage, type StageEnd } from './call.js';
import type { LargeChecks } from './large-checks.js';
import { outOfTime } from './out-of-time.js';
import { workedOnAtOnce, writeLargeOutput } from './output/write-large-output.js';
import { notReadInTime, readOutput } from './read-output.js';
import type { FalseRepair } from './repair/repair-metrics.js';
import type { CheckedOutput } from './resolved.js';
import { judgeSanity, judgeSanityInSteps } from './sanity/judge-sanity.js';
import type { SanityPredicates } from './sanity/sanity-predicates.js';
import type { UpstreamAnswer } from './upstream-answer.js';
import type { Validators } from './validators.js';

/** What the second layer works with. */
export interface SanityPorts {
  readonly predicates: SanityPredicates;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  /** For outputs that are too large to be checked at once. */
  readonly largeChecks: LargeChecks;
  /** Called when the result of a repaired input cannot be right. */
  readonly falseRepair: (by: FalseRepair) => void;
}

/**
 * The answer read as output, checked against the tool's output schema, when it declares one, and asked what its manifest
 * says must hold of it. Schema violations and critical ones fail the call; lesser ones go along with the output.
 */
export const validateOutput = (validators: Validators, sanity: SanityPorts): Stage<CheckedOutput> => ({
  name: 'validate-output',
  reaches: true,
  run(call) {
    const version = call.resolved.version as ToolVersion;
    const answer = call.resolved.answer as UpstreamAnswer;
    if (call.resolved.toolError !== undefined) return call.resolved.toolError;
    const { outputSchema } = version.manifest;
    const isTyped = outputSchema !== undefined;
    const validate = isTyped && isHeavySchema(outputSchema) ? 'heavy' : validators.output(version);
    const output = readOutput(answer, isTyped, sanity.clock, call.resolved.deadline.signal);
    if (output instanceof Promise) return output.then((read) => checkRead(call, read, validate, sanity));
    return checkRead(call, output, validate, sanity);
  },
});

type Checked = StageEnd<CheckedOutput>;

function checkRead(
  call: Call,
  output: unknown,
  /** `heavy`: takes long to compile. */
  validate: Validate | 'heavy' | undefined,
  sanity: SanityPorts,
): Checked | Promise<Checked> {
  if (output === notReadInTime) return outOfTime(call);
  if (validate === 'heavy' || isLongerThan(output, workedOnAtOnce))
    return checkLarge(call, output, validate !== undefined, sanity);
  if (validate === undefined) return beSane(call, { output }, 'untyped', sanity);
  const budget = { stepsLeft: maxMatchSteps };
  const issues = validate(numericOf(output), budget);
  if (isExceeded(budget)) return checkLarge(call, output, true, sanity);
  return issues.length === 0 ? beSane(call, { output }, 'valid', sanity) : forbidden(call, issues);
}

/** A large output is written in slices, and checked where nobody waits for it. */
async function checkLarge(call: Call, output: unknown, isTyped: boolean, sanity: SanityPorts): Promise<Checked> {
  const { signal } = call.resolved.deadline;
  const written = await writeLargeOutput(output, sanity.clock, signal);
  if (written === undefined) return outOfTime(call);
  const read: ReadOutput = { output, resultDigest: { of: output, digest: written.digest } };
  if (!isTyped) return beSaneInSlices(call, read, 'untyped', sanity);
  const { manifest } = call.resolved.version as ToolVersion;
  const schema = manifest.outputSchema as JsonSchema;
  const checked = await sanity.largeChecks.check({ schema, json: written.text, signal });
  if (checked.kind === 'aborted') return outOfTime(call);
  if (checked.kind === 'checked')
    return checked.issues.length === 0 ? beSaneInSlices(call, read, 'valid', sanity) : forbidden(call, checked.issues);
  return fail('bad_output', `The result of ${manifest.name} is too large to be checked against its output schema.`, {
    outcome: effect(call, 'done'),
  }).error;
}

function forbidden(call: Call, issues: readonly Issue[]): Passed<CheckedOutput> {
  const { manifest } = call.resolved.version as ToolVersion;
  const found = issues.map((it) => ({ ...it, path: `/output${it.path}` }));
  const failure = fail(
    'bad_output',
    `${manifest.name} answered what its output schema forbids: ${issues[0]?.path} ${issues[0]?.message}.`,
    { issues: found, outcome: effect(call, 'done') },
  ).error;
  const shown = found.map((it) => ({ ...it, layer: 'schema' as const, severity: 'CRITICAL' as const }));
  return { resolved: { validation: { outcome: 'invalid', issues: shown } }, failure };
}

/** Schemas compare numbers; the caller gets them as the tool wrote them. */
const numericOf = (output: unknown): unknown => (findRawNumber(output) === null ? output : withNearestDoubles(output));

/** An output as it was read, before it is known to be plausible. */
type ReadOutput = Pick<CheckedOutput, 'output' | 'resultDigest'>;

/** The second layer. */
function beSane(call: Call, read: ReadOutput, otherwise: SchemaOutcome, sanity: SanityPorts): Passed<CheckedOutput> {
  const version = call.resolved.version as ToolVersion;
  if (version.manifest.sanity === undefined) return noneAsked(read, otherwise);
  const asked = sanity.predicates.of(version);
  return plausible(call, read, otherwise, judgeSanity(asked, situationOf(call, read, sanity), sanity.clock), sanity);
}

/** The same for a large output: others have their turn between two predicates. */
async function beSaneInSlices(
  call: Call,
  read: ReadOutput,
  otherwise: SchemaOutcome,
  sanity: SanityPorts,
): Promise<Checked> {
  const asked = sanity.predicates.of(call.resolved.version as ToolVersion);
  if (asked.length === 0) return noneAsked(read, otherwise);
  const judging = judgeSanityInSteps(asked, situationOf(call, read, sanity), sanity.clock);
  const issues = await runInSlices(judging, sanity.clock, call.resolved.deadline.signal);
  return issues.ok ? plausible(call, read, otherwise, issues.value, sanity) : outOfTime(call);
}

type SchemaOutcome = 'valid' | 'untyped';

const noneAsked = (read: ReadOutput, outcome: SchemaOutcome): Passed<CheckedOutput> => ({
  resolved: { ...read, validation: { outcome, issues: [] } },
});

/** A cached result is judged as of the time when its tool gave it. */
const situationOf = ({ resolved: { input, cached } }: Call, { output }: ReadOutput, { clock }: SanityPorts) => ({
  input,
  output,
  now: new Date(clock.now() - (cached?.ageMs ?? 0)),
});

function plausible(
  call: Call,
  read: ReadOutput,
  otherwise: SchemaOutcome,
  issues: ValidationIssue[],
  { falseRepair }: SanityPorts,
): Passed<CheckedOutput> {
  const critical = issues.find(({ severity }) => severity === 'CRITICAL');
  if (critical === undefined) {
    call.happened.warnings.push(...issues.map(({ path, message }) => `${path} ${message}`));
    return { resolved: { ...read, validation: { outcome: issues.length > 0 ? 'warning' : otherwise, issues } } };
  }
  if (call.resolved.repairs !== undefined) falseRepair('sanity');
  const { manifest } = call.resolved.version as ToolVersion;
  const failure = fail(
    'bad_output',
    `${manifest.name} returned an implausible result: ${critical.path} ${critical.message}.`,
    { issues: issues.map(({ path, message }) => ({ path, message })), outcome: effect(call, 'done') },
  ).error;
  return { resolved: { validation: { outcome: 'failure', issues } }, failure };
}

/** A read-only tool has no effect, whatever the outcome of the call. */
const effect = (call: Call, otherwise: 'unknown' | 'done') => (isReadOnly(call.resolved.version) ? 'none' : otherwise);
