import { findRawNumber, type Issue, type ValidationIssue, withNearestDoubles } from '@assay/contracts';
import { isExceeded, type JsonSchema, maxMatchSteps, type Validate } from '@assay/json-schema';
import { type Clock, type Failure, fail, isLongerThan, runInSlices } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly, type Stage } from './call.js';
import type { LargeChecks } from './large-checks.js';
import { outOfTime } from './out-of-time.js';
import { workedOnAtOnce, writeLargeOutput } from './output/write-large-output.js';
import { notReadInTime, readOutput } from './read-output.js';
import type { FalseRepair } from './repair/repair-metrics.js';
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
export const validateOutput = (validators: Validators, sanity: SanityPorts): Stage => ({
  name: 'validate-output',
  reaches: true,
  run(call) {
    const version = call.resolved.version as ToolVersion;
    const answer = call.resolved.answer as UpstreamAnswer;
    if (call.resolved.toolError !== undefined) return call.resolved.toolError;
    const validate = validators.output(version);
    const output = readOutput(answer, validate !== undefined, sanity.clock, call.resolved.deadline.signal);
    if (output instanceof Promise) return output.then((read) => checkRead(call, read, validate, sanity));
    return checkRead(call, output, validate, sanity);
  },
});

function checkRead(
  call: Call,
  output: unknown,
  validate: Validate | undefined,
  sanity: SanityPorts,
): Failure | undefined | Promise<Failure | undefined> {
  if (output === notReadInTime) return outOfTime(call);
  call.resolved.output = output;
  if (isLongerThan(output, workedOnAtOnce)) return checkLarge(call, validate !== undefined, sanity);
  if (validate === undefined) return beSane(call, 'untyped', sanity);
  const budget = { stepsLeft: maxMatchSteps };
  const issues = validate(numericOf(output), budget);
  return isExceeded(budget) ? checkLarge(call, true, sanity) : judged(call, issues, sanity);
}

/** A large output is written in slices, and checked where nobody waits for it. */
async function checkLarge(call: Call, isTyped: boolean, sanity: SanityPorts): Promise<Failure | undefined> {
  const text = await writeLargeOutput(call, sanity.clock);
  if (text === undefined) return outOfTime(call);
  if (!isTyped) return beSaneInSlices(call, 'untyped', sanity);
  const { manifest } = call.resolved.version as ToolVersion;
  const { signal } = call.resolved.deadline;
  const checked = await sanity.largeChecks.check({ schema: manifest.outputSchema as JsonSchema, json: text, signal });
  if (checked.kind === 'aborted') return outOfTime(call);
  if (checked.kind === 'checked')
    return checked.issues.length === 0 ? beSaneInSlices(call, 'valid', sanity) : forbidden(call, checked.issues);
  call.resolved.output = undefined;
  return fail('bad_output', `The result of ${manifest.name} is too large to be checked against its output schema.`, {
    outcome: effect(call, 'done'),
  }).error;
}

const judged = (call: Call, issues: readonly Issue[], sanity: SanityPorts): Failure | undefined =>
  issues.length === 0 ? beSane(call, 'valid', sanity) : forbidden(call, issues);

function forbidden(call: Call, issues: readonly Issue[]): Failure {
  const { manifest } = call.resolved.version as ToolVersion;
  call.resolved.output = undefined;
  const found = issues.map((it) => ({ ...it, path: `/output${it.path}` }));
  call.resolved.validation = {
    outcome: 'invalid',
    issues: found.map((it) => ({ ...it, layer: 'schema', severity: 'CRITICAL' })),
  };
  return fail(
    'bad_output',
    `${manifest.name} answered what its output schema forbids: ${issues[0]?.path} ${issues[0]?.message}.`,
    { issues: found, outcome: effect(call, 'done') },
  ).error;
}

/** Schemas compare numbers; the caller gets them as the tool wrote them. */
const numericOf = (output: unknown): unknown => (findRawNumber(output) === null ? output : withNearestDoubles(output));

/** The second layer. */
function beSane(call: Call, otherwise: SchemaOutcome, sanity: SanityPorts): Failure | undefined {
  const version = call.resolved.version as ToolVersion;
  if (version.manifest.sanity === undefined) return noneAsked(call, otherwise);
  const asked = sanity.predicates.of(version);
  return plausible(call, otherwise, judgeSanity(asked, situationOf(call, sanity), sanity.clock), sanity);
}

/** The same for a large output: others have their turn between two predicates. */
async function beSaneInSlices(call: Call, otherwise: SchemaOutcome, sanity: SanityPorts): Promise<Failure | undefined> {
  const asked = sanity.predicates.of(call.resolved.version as ToolVersion);
  if (asked.length === 0) return noneAsked(call, otherwise);
  const judging = judgeSanityInSteps(asked, situationOf(call, sanity), sanity.clock);
  const issues = await runInSlices(judging, sanity.clock, call.resolved.deadline.signal);
  return issues.ok ? plausible(call, otherwise, issues.value, sanity) : outOfTime(call);
}

type SchemaOutcome = 'valid' | 'untyped';

function noneAsked(call: Call, outcome: SchemaOutcome): undefined {
  call.resolved.validation = { outcome, issues: [] };
}

const situationOf = ({ resolved: { input, output } }: Call, { clock }: SanityPorts) => ({
  input,
  output,
  now: new Date(clock.now()),
});

function plausible(
  call: Call,
  otherwise: SchemaOutcome,
  issues: ValidationIssue[],
  { falseRepair }: SanityPorts,
): Failure | undefined {
  const critical = issues.find(({ severity }) => severity === 'CRITICAL');
  const outcome = critical !== undefined ? 'failure' : issues.length > 0 ? 'warning' : otherwise;
  call.resolved.validation = { outcome, issues };
  if (critical === undefined) {
    call.happened.warnings.push(...issues.map(({ path, message }) => `${path} ${message}`));
    return undefined;
  }
  call.resolved.output = undefined;
  if (call.resolved.repairs !== undefined) falseRepair('sanity');
  const { manifest } = call.resolved.version as ToolVersion;
  return fail('bad_output', `${manifest.name} returned an implausible result: ${critical.path} ${critical.message}.`, {
    issues: issues.map(({ path, message }) => ({ path, message })),
    outcome: effect(call, 'done'),
  }).error;
}

/** A read-only tool has no effect, whatever the outcome of the call. */
const effect = (call: Call, otherwise: 'unknown' | 'done') => (isReadOnly(call.resolved.version) ? 'none' : otherwise);
