import type { Issue, SagaStepBody } from '@assay/contracts';
import { compileReshape, err, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { fitTemplate } from '../check/edge-fit.js';
import type { Findings } from '../check/findings.js';
import { readBack, readForward } from './references.js';
import {
  type Compensation,
  type CompensationClass,
  compensationClasses,
  isIrreversible,
  notBegun,
  type SagaStep,
} from './saga.js';

/** The version a call of the caller would go to now; the failure the call would end with. */
export type FindVersion = (reference: string) => Result<ToolVersion, Failure>;

export interface DraftedStep {
  readonly step: SagaStep;
  readonly version: ToolVersion;
}

interface Drafting {
  readonly find: FindVersion;
  readonly issues: Issue[];
  readonly earlier: ReadonlyMap<string, number>;
  readonly versions: readonly (ToolVersion | undefined)[];
}

/** Reads the steps of a saga with the tools they name; or tells every problem at once, each with its place. */
export function draftSaga(bodies: readonly SagaStepBody[], find: FindVersion): Result<readonly DraftedStep[], Issue[]> {
  const issues: Issue[] = [];
  const earlier = new Map<string, number>();
  const versions: (ToolVersion | undefined)[] = [];
  const drafted: DraftedStep[] = [];
  for (const [at, body] of bodies.entries()) {
    if (earlier.has(body.id)) issues.push({ path: `/steps/${at}/id`, message: `duplicate step id "${body.id}"` });
    const found = draftStep(body, `/steps/${at}`, { find, issues, earlier, versions });
    versions.push(found?.version);
    if (found !== undefined) drafted.push(found);
    earlier.set(body.id, at);
  }
  return issues.length > 0 ? err(issues) : ok(drafted);
}

/** Positions of the steps that need a person's consent before the first one runs: no way back, and others after them. */
export const needingConsent = (steps: readonly SagaStep[]): readonly number[] =>
  steps.flatMap((step, at) => (isIrreversible(step) && at < steps.length - 1 ? [at] : []));

function draftStep(body: SagaStepBody, place: string, drafting: Drafting): DraftedStep | undefined {
  const { find, issues } = drafting;
  const found = find(body.tool);
  if (!found.ok) issues.push({ path: `${place}/tool`, message: found.error.message });
  const version = found.ok ? found.value : undefined;
  checkArguments(body, place, version, drafting);
  const compensation = compensationOf(body, place, version, drafting);
  if (version === undefined) return undefined;
  const { readOnlyHint, idempotentHint, honoursKey } = version.manifest.annotations ?? {};
  const step: SagaStep = {
    id: body.id,
    tool: version.manifest.name,
    version: version.version,
    readOnly: readOnlyHint === true,
    repeatable: idempotentHint === true || honoursKey === true,
    arguments: body.arguments,
    compensation,
    forward: { ...notBegun, status: 'waiting', input: null, output: null, outputBytes: 0 },
    undo: null,
  };
  return { step, version };
}

function checkArguments(body: SagaStepBody, place: string, version: ToolVersion | undefined, drafting: Drafting): void {
  const { issues, earlier, versions } = drafting;
  const at = `${place}/arguments`;
  const template = readForward(body.arguments, at, earlier, (issue) => issues.push(issue));
  if (version === undefined) return;
  const schemaOf = (source: unknown) => versions[source as number]?.manifest.outputSchema;
  const found: Findings = { errors: [], warnings: [] };
  fitTemplate(template, version.manifest.inputSchema, { schemaOf, missing: 'null', place: at }, found);
  issues.push(...found.errors);
}

function compensationOf(
  body: SagaStepBody,
  place: string,
  version: ToolVersion | undefined,
  drafting: Drafting,
): Compensation | null {
  if (body.compensation !== undefined) return ownCompensation(body.compensation, place, version, drafting);
  const declared = version?.manifest.compensation;
  if (version === undefined || declared?.tool === undefined || declared.class === 'irreversible') return null;
  if (version.manifest.annotations?.readOnlyHint === true) return null;
  const { class: kind, tool, input: expression } = declared;
  const problem = whyNoWayBack(drafting.find(tool), expression);
  if (problem !== undefined) {
    const message = `${version.manifest.name} is undone by ${tool}, which cannot be used: ${problem} Name another compensation here`;
    drafting.issues.push({ path: `${place}/tool`, message });
  }
  return { class: kind, tool, input: { kind: 'reshape', expression: expression ?? null } };
}

/** What the saga itself names: never better than the tool's manifest says of itself. */
function ownCompensation(
  own: NonNullable<SagaStepBody['compensation']>,
  place: string,
  version: ToolVersion | undefined,
  { find, issues }: Drafting,
): Compensation {
  const at = `${place}/compensation`;
  const found = find(own.tool);
  const template = readBack(own.arguments, `${at}/arguments`, (issue) => issues.push(issue));
  const problem = found.ok ? onlyReads(found.value) : found.error.message;
  if (problem !== undefined) issues.push({ path: `${at}/tool`, message: problem });
  else if (found.ok) fitBack(template, found.value, version, `${at}/arguments`, issues);
  const kind = worse('semantic', version?.manifest.compensation?.class ?? 'semantic');
  return { class: kind, tool: own.tool, input: { kind: 'arguments', arguments: own.arguments } };
}

const worse = (one: CompensationClass, other: CompensationClass): CompensationClass =>
  compensationClasses.indexOf(one) < compensationClasses.indexOf(other) ? other : one;

const onlyReads = ({ manifest: { name, annotations } }: ToolVersion): string | undefined =>
  annotations?.readOnlyHint === true
    ? `${name} is read-only and cannot compensate: name another tool, or remove the compensation`
    : undefined;

/** Reading an expression takes no time that would have to be bounded. */
const timeless = { monotonic: () => 0 };

const whyNoWayBack = (found: ReturnType<FindVersion>, expression: string | undefined): string | undefined => {
  if (!found.ok) return found.error.message;
  const reads = onlyReads(found.value);
  if (reads !== undefined) return `${reads}.`;
  const compiled = expression === undefined ? undefined : compileReshape(expression, timeless);
  return compiled === undefined || compiled.ok ? undefined : compiled.error.message;
};

function fitBack(
  template: ReturnType<typeof readBack>,
  undoing: ToolVersion,
  version: ToolVersion | undefined,
  place: string,
  issues: Issue[],
): void {
  const schemaOf = (source: unknown) =>
    source === 'input' ? version?.manifest.inputSchema : version?.manifest.outputSchema;
  const found: Findings = { errors: [], warnings: [] };
  fitTemplate(template, undoing.manifest.inputSchema, { schemaOf, missing: 'null', place }, found);
  issues.push(...found.errors);
}

/** The refusal of a saga with every problem. */
export const notASaga = (issues: readonly Issue[]): Failure => {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see errors)` : '';
  const problem = `${first?.path ?? ''} ${first?.message ?? ''}`.replace(/\.$/, '');
  const message = `The saga was not started: ${problem}${more}.`;
  return fail('invalid_request', message, { issues }).error;
};
