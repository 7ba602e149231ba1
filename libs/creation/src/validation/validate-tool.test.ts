import type { ToolTemplate } from '@assay/contracts';
import { ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { noDependencies } from '../dependencies.js';
import { FunctionsSandbox } from '../functions-sandbox.fixture.js';
import { noReach } from '../host/host-access.js';
import { minValidationScore } from './score.js';
import { refusalOf, validateTool } from './validate-tool.js';

const good = 'export default ({ n }) => ({ twice: n * 2 });';
const integer = { type: 'integer', minimum: -100, maximum: 100 };
const template = (parts: Partial<ToolTemplate> = {}): ToolTemplate => ({
  ...{ name: 'double', description: 'Doubles a whole number', language: 'javascript', code: good },
  inputSchema: { type: 'object', properties: { n: integer, note: { type: 'string' } }, required: ['n'] },
  outputSchema: { type: 'object', properties: { twice: { type: 'integer' } }, required: ['twice'] },
  tests: [1, 2, 3].map((n) => ({ name: `double of ${n}`, input: { n }, output: { twice: n * 2 } })),
  ...parts,
});
const twice = ({ n }: { n: number }) => ({ twice: n * 2 });

async function validated(run: (input: never) => unknown, parts: Partial<ToolTemplate> = {}) {
  const sandbox = new FunctionsSandbox({ [parts.code ?? good]: run });
  const report = await validateTool(template(parts), {
    sandbox,
    plainCode: async ({ code }) => ok(code),
    lists: noReach,
    dependencies: noDependencies,
  });
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return { report: report.value, refusal: refusalOf(report.value, minValidationScore), sandbox };
}

describe('the validation of a made tool', () => {
  it('accepts one that does what its tests and schemas say', async () => {
    const { report, refusal } = await validated(twice);
    expect(report).toMatchObject({
      score: 1,
      tier: { granted: 0 },
      tests: { passed: 3, total: 3 },
      fuzzing: { passed: 100, total: 100 },
      conformance: { passed: 103, total: 103 },
      isDeterministic: true,
    });
    expect(refusal).toBeUndefined();
  });

  it('shows the smallest input that crashes it, and refuses it whatever the score', async () => {
    const { report, refusal } = await validated(({ n, note }: { n: number; note?: string }) => {
      if (note !== undefined && note.length > 2) throw new TypeError('cannot read');
      return { twice: n * 2 };
    });
    const [crash] = report.fuzzing.failures;
    expect(crash).toMatchObject({ isCrash: true, message: 'TypeError: cannot read' });
    const smallest = crash?.input as { readonly n: number; readonly note: string } | undefined;
    expect([smallest?.n, smallest?.note.length]).toEqual([0, 3]);
    expect(refusal).toMatchObject({ code: 'made_tool_refused', data: { reason: 'insufficient_validation_score' } });
  });

  it('counts failed tests, errors and outputs that do not fit', async () => {
    const { report, refusal } = await validated(({ n }: { n: number }) => {
      if (n === 3) throw new Error('three');
      return n < 0 ? { twice: 'no' } : { twice: n * 2 };
    });
    expect(report.tests).toMatchObject({ passed: 2, failures: [{ name: 'double of 3', message: 'Error: three' }] });
    expect(report.fuzzing.passed).toBeLessThan(100);
    expect(report.conformance.failures.length).toBeGreaterThan(0);
    expect(refusal?.data).toMatchObject({ reason: 'insufficient_validation_score' });
  });

  it('takes an error that a test names for what is meant', async () => {
    const tests = [...template().tests, { name: 'refuses 99', input: { n: 99 }, throws: 'too large' }];
    const { report } = await validated(
      ({ n }: { n: number }) => {
        if (n === 99) throw new Error('n is too large');
        return twice({ n });
      },
      { tests },
    );
    expect(report.tests).toMatchObject({ passed: 4, total: 4 });
  });

  it('refuses what gives something else the second time', async () => {
    let count = 0;
    const { report, refusal } = await validated(() => {
      count += 1;
      return { twice: count };
    });
    expect(report.isDeterministic).toBe(false);
    expect(refusal?.message).toMatch(/different outputs/);
  });

  it('does not run code with a critical finding', async () => {
    const { report, refusal, sandbox } = await validated(twice, { code: 'export default () => eval("1")' });
    expect([sandbox.runs, report.score]).toEqual([0, 0]);
    expect(refusal?.data).toMatchObject({ reason: 'static_analysis_failure' });
  });

  it('reports schemas and tests that disagree, each at its place', async () => {
    const tests = [...template().tests, { name: 'x', input: { n: 'a' }, output: { twice: 'b' } }];
    const sandbox = new FunctionsSandbox({});
    const ports = {
      sandbox,
      plainCode: async ({ code }: { readonly code: string }) => ok(code),
      lists: noReach,
      dependencies: noDependencies,
    };
    const wrong = await validateTool(template({ tests, outputSchema: { type: 'nothing' } }), ports);
    expect(wrong.ok).toBe(false);
    if (!wrong.ok)
      expect(wrong.error.issues?.map(({ path }) => path)).toEqual(expect.arrayContaining(['/tests/3/input/n']));
  });
});
