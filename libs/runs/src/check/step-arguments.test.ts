import type { Manifest } from '@assay/contracts';
import { ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { readComposedTool } from '../notations/composed-tool.js';
import { readToolPlan, type ToolPlanStep } from '../notations/tool-plan.js';
import { checkPlan } from './check-plan.js';
import { checkArguments } from './step-arguments.js';

const count = {
  inputSchema: {
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};
const tools: Readonly<Record<string, Partial<Manifest>>> = {
  't/count': count,
  't/act': { ...count, annotations: {} },
  't/text': {
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { x: { type: 'object' } }, required: ['x'] },
  },
  't/untyped': { inputSchema: { type: 'object' } },
};
const find: FindTool = (name) => ok({ nesting: 0, manifest: aManifest({ name, ...tools[name] }) });
const settings = { find, inputSchema: undefined, deadlineMs: undefined, expectedMs: () => 0 };

function checked(steps: readonly ToolPlanStep[]) {
  const read = readToolPlan({ steps }, find);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const { errors, warnings } = checkPlan(read.value, settings);
  const words = (issues: typeof errors) => issues.map(({ path, message }) => `${path} ${message}`);
  return { errors: words(errors), warnings: words(warnings) };
}
const step = (tool: string, args: Record<string, unknown>, more: object = {}) => ({
  id: 'b',
  tool,
  arguments: args,
  ...more,
});

describe('the arguments of a step', () => {
  it('that the form repair of calls makes fit are warnings', () => {
    for (const args of [{ count: '5' }, { Count: 5 }]) {
      const { errors, warnings } = checked([step('t/count', args)]);
      expect([args, errors]).toEqual([args, []]);
      expect(warnings.join()).toMatch(/repaired when it is called/);
    }
  });

  it('that can never fit are errors', () => {
    expect(checked([step('t/count', { count: 'many' })]).errors).toHaveLength(1);
    expect(checked([step('t/count', {})]).errors).toEqual([
      '/steps/0/arguments the tool needs "count", which is missing',
    ]);
    expect(checked([step('t/count', { count: '5' }, { repair: 'off' })]).errors).toHaveLength(1);
  });

  it('that are referred to fail their step in a plan, and the whole where steps run in order', () => {
    const before = { id: 'a', tool: 't/text', arguments: {} };
    const plan = checked([before, step('t/count', { count: '$ref:a.x' })]);
    expect(plan.errors).toEqual([]);
    expect(plan.warnings.join()).toMatch(/\/steps\/1\/arguments\/count/);
    const composed = readComposedTool(
      {
        mode: 'compose',
        steps: [
          { tool: 't/text', inputMapping: {} },
          { tool: 't/count', inputMapping: { count: '$prev.x' } },
        ],
      },
      find,
    );
    expect(composed.ok && checkPlan(composed.value, settings).errors).toHaveLength(1);
  });

  it('of a tool without an output schema may not fit a typed one', () => {
    const before = { id: 'a', tool: 't/untyped', arguments: {} };
    expect(checked([before, step('t/count', { count: '$ref:a.n' })])).toEqual({
      errors: [],
      warnings: expect.arrayContaining([
        '/steps/1/arguments/count t/untyped declares no output schema, so that nothing says it gives number',
      ]),
    });
  });

  it('are no matter of references alone: what is computed is not checked beforehand', () => {
    expect(checkArguments).toBeInstanceOf(Function);
    expect(checked([step('t/count', { count: { $expr: '1 + 1' } })]).errors).toEqual([]);
  });
});
