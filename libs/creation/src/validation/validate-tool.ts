import type { HostFunction, MadeToolReport, ToolTemplate } from '@assay/contracts';
import { checkSchema, compileSchema, type JsonSchema, type Validate } from '@assay/json-schema';
import { canonicalJson, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { CodeSandbox } from '@assay/runs';
import { type Dependencies, sourcesOf } from '../dependencies.js';
import { scriptedBridge } from '../host/host-bridge.js';
import { type MadeCode, type MadeResult, runMadeCode, runMadeCodeOnAll } from '../run-made-code.js';
import { fuzzInputs } from './fuzz-inputs.js';
import { type ReadCodePorts, readCode } from './read-code.js';
import { staticScore, validationScore } from './score.js';
import { smallestFailure } from './smallest-failure.js';

export interface ValidatePorts extends ReadCodePorts {
  readonly dependencies: Dependencies;
}

export const fuzzCount = 100;
const batch = 25;
const maxShown = 5;

type Made = ToolTemplate & MadeCode & { readonly functions: readonly HostFunction[] };

interface Schemas {
  readonly input: Validate;
  readonly output: Validate;
}

type Part = { readonly score: number; readonly passed: number; readonly total: number };

const partOf = (passed: number, total: number): Part => ({ score: total === 0 ? 0 : passed / total, passed, total });

/** Validates a made tool in four parts; fails where its schemas or tests make no sense. */
export async function validateTool(
  template: ToolTemplate,
  ports: ValidatePorts,
): Promise<Result<MadeToolReport, Failure>> {
  const schemas = schemasOf(template);
  if (!schemas.ok) return schemas;
  const { code, language, tier, findings } = await readCode(template, ports);
  const statics = { score: staticScore(findings), findings: [...findings] };
  const isolation = ports.sandbox.refusal(template.language, tier.functions.length > 0);
  // Code with a critical finding is not run.
  if (statics.score === 0) return ok(unrun(statics, tier, template.tests.length));
  if (isolation !== null) return fail('isolation_required', `The tool was not made: ${tier.why} ${isolation}`);
  const modules = await sourcesOf(template.dependencies ?? [], ports.dependencies);
  const made: Made = { ...template, code, language, functions: tier.functions, modules };
  const runs = new Runs(schemas.value.output);
  const tests = await runTests(made, ports.sandbox, runs);
  const fuzzing = await fuzz(made, ports.sandbox, schemas.value, runs);
  const conformance = runs.part();
  const parts = {
    static: statics.score,
    tests: tests.part.score,
    fuzzing: fuzzing.part.score,
    conformance: conformance.score,
  };
  return ok({
    ...{ score: validationScore(parts), tier, static: statics, isDeterministic: tests.isDeterministic },
    tests: { ...tests.part, failures: tests.failures },
    fuzzing: { ...fuzzing.part, failures: fuzzing.failures },
    conformance: { ...conformance, failures: runs.failures },
  });
}

function unrun(statics: MadeToolReport['static'], tier: MadeToolReport['tier'], tests: number): MadeToolReport {
  const nothing = { score: 0, passed: 0, failures: [] };
  return {
    ...{ score: 0, tier, static: statics, isDeterministic: false },
    tests: { ...nothing, total: tests },
    fuzzing: { ...nothing, total: fuzzCount },
    conformance: { ...nothing, total: 0 },
  };
}

function schemasOf(template: ToolTemplate): Result<Schemas, Failure> {
  const issues: { path: string; message: string }[] = [];
  const compiled = (name: 'inputSchema' | 'outputSchema'): Validate => {
    const role = name === 'inputSchema' ? 'input' : 'output';
    const wrong = checkSchema(template[name] as JsonSchema, `/${name}`, role);
    issues.push(...wrong);
    return wrong.length === 0 ? compileSchema(template[name] as JsonSchema) : () => [];
  };
  const schemas = { input: compiled('inputSchema'), output: compiled('outputSchema') };
  for (const [at, { input, output, throws }] of template.tests.entries()) {
    for (const { path, message } of schemas.input(input)) issues.push({ path: `/tests/${at}/input${path}`, message });
    if (throws === undefined)
      for (const { path, message } of schemas.output(output))
        issues.push({ path: `/tests/${at}/output${path}`, message });
  }
  if (issues.length > 0)
    return fail('invalid_request', 'The tool was not made: its schemas and tests disagree.', { issues });
  return ok(schemas);
}

/** Outputs of every run, against the output schema. */
class Runs {
  readonly failures: { input: unknown; message: string }[] = [];
  #passed = 0;
  #total = 0;

  constructor(private readonly output: Validate) {}

  /** Whether an output fits. */
  add(input: unknown, value: unknown): boolean {
    this.#total += 1;
    const [issue] = this.output(value);
    if (issue === undefined) this.#passed += 1;
    else if (this.failures.length < maxShown) this.failures.push({ input, message: `${issue.path} ${issue.message}` });
    return issue === undefined;
  }

  part = (): Part => partOf(this.#passed, this.#total);
}

/** Each test runs twice, in processes of its own: the same input has to give the same. */
async function runTests(made: Made, sandbox: CodeSandbox, runs: Runs) {
  const failures: { name: string; message: string }[] = [];
  let isDeterministic = true;
  for (const test of made.tests) {
    const bridge = scriptedBridge(made.functions, test.answers ?? [], false);
    const once = () => runMadeCode(sandbox, made, test.input, { bridge });
    const [first, second] = [await once(), await once()];
    if (canonicalJson(first) !== canonicalJson(second)) {
      isDeterministic = false;
      failures.push({ name: test.name, message: 'It gave something else the second time.' });
      continue;
    }
    const fits = first.kind !== 'returned' || runs.add(test.input, first.value);
    const message = fits ? problemOf(test, first) : 'Its output does not fit the output schema.';
    if (message !== null) failures.push({ name: test.name, message });
  }
  return { part: partOf(made.tests.length - failures.length, made.tests.length), failures, isDeterministic };
}

function problemOf({ output, throws }: ToolTemplate['tests'][number], result: MadeResult): string | null {
  if (throws !== undefined) {
    if (result.kind === 'threw' && result.message.includes(throws)) return null;
    return result.kind === 'returned'
      ? 'It returned instead of throwing.'
      : `It threw something else: ${result.message}`;
  }
  if (result.kind !== 'returned') return result.message;
  if (canonicalJson(result.value) === canonicalJson(output)) return null;
  return `It gave ${JSON.stringify(result.value)?.slice(0, 300)} instead of ${JSON.stringify(output)?.slice(0, 300)}.`;
}

async function fuzz(made: Made, sandbox: CodeSandbox, schemas: Schemas, runs: Runs) {
  const accepts = (value: unknown) => schemas.input(value).length === 0;
  const inputs = fuzzInputs(made.inputSchema, fuzzCount, accepts);
  const answers = made.tests.flatMap((test) => test.answers ?? []);
  const bridge = scriptedBridge(made.functions, answers, true);
  const failed = new Map<string, { input: unknown; message: string; isCrash: boolean }>();
  let passed = 0;
  for (let from = 0; from < inputs.length; from += batch) {
    const some = inputs.slice(from, from + batch);
    const results = await runMadeCodeOnAll(sandbox, made, some, bridge);
    for (const [at, result] of results.entries()) {
      const fits = result.kind === 'returned' && runs.add(some[at], result.value);
      if (fits) passed += 1;
      else noteFailure(failed, some[at], result);
    }
    if ([...failed.values()].some(({ isCrash }) => isCrash)) break;
  }
  const failures = [];
  for (const failure of [...failed.values()].slice(0, maxShown))
    failures.push({ ...failure, input: await smallestFailure(failure, made, sandbox, accepts, bridge) });
  return { part: partOf(passed, fuzzCount), failures };
}

function noteFailure(
  failed: Map<string, { input: unknown; message: string; isCrash: boolean }>,
  input: unknown,
  result: MadeResult,
): void {
  const message = result.kind === 'returned' ? 'Its output does not fit the output schema.' : result.message;
  if (!failed.has(message)) failed.set(message, { input, message, isCrash: result.kind === 'crash' });
}

/** Why a tool with this report is not used; undefined when it may be. */
export function refusalOf(report: MadeToolReport, min: number): Failure | undefined {
  const because = (reason: string, message: string): Failure => ({
    code: 'made_tool_refused',
    message: `The tool was not made: ${message}`,
    data: { reason, report },
  });
  const [critical] = report.static.findings.filter(({ severity }) => severity === 'critical');
  if (critical !== undefined) return because('static_analysis_failure', critical.message);
  const crash = report.fuzzing.failures.find(({ isCrash }) => isCrash);
  if (crash !== undefined)
    return because('insufficient_validation_score', `it crashes with ${JSON.stringify(crash.input)}: ${crash.message}`);
  if (!report.isDeterministic)
    return because('insufficient_validation_score', 'the same input gave different outputs.');
  if (report.score < min)
    return because('insufficient_validation_score', `its score is ${report.score}, and ${min} is needed.`);
  return undefined;
}
