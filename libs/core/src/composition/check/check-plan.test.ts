import type { Manifest } from '@assay/contracts';
import { aManifest, FakeClock } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { ok } from '../../kernel/result.js';
import type { FindTool } from '../known-tool.js';
import { type Chain, readChain } from '../notations/chain.js';
import { type PipelineStep, readPipeline } from '../notations/pipeline.js';
import { readToolPlan, type ToolPlanStep } from '../notations/tool-plan.js';
import type { Plan } from '../plan.js';
import { checkPlan } from './check-plan.js';

const object = (properties: Record<string, unknown>, required = Object.keys(properties), more = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const tools: Record<string, Partial<Manifest>> = {
  't/weather': {
    inputSchema: object({ city: { type: 'string' } }),
    outputSchema: object({ temp: { type: 'number' }, city: { type: 'string' }, gust: { type: 'number' } }, [
      'temp',
      'city',
    ]),
  },
  't/compare': {
    inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }, ['a'], { additionalProperties: false }),
  },
  't/text': { inputSchema: object({ input: { type: 'string' } }) },
  't/two': { inputSchema: object({ x: { type: 'string' }, y: { type: 'string' } }) },
  't/write': { annotations: { readOnlyHint: false }, inputSchema: object({ x: {} }, []) },
  't/undoable': {
    annotations: { readOnlyHint: false },
    inputSchema: object({ x: {} }, []),
    compensation: { class: 'full', tool: 't/undo', input: '{}' },
  },
  't/deep': { inputSchema: object({}, []) },
};
const find: FindTool = (reference) =>
  ok({
    nesting: reference === 't/deep' ? 8 : 0,
    manifest: aManifest({ name: reference, annotations: { readOnlyHint: true }, ...tools[reference] }),
  });
const settings = { find, inputSchema: undefined, deadlineMs: 30_000, expectedMs: () => 100 };

const value = <T>(read: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
};
const planned = (steps: Omit<ToolPlanStep, 'id'>[]): Plan =>
  value(readToolPlan({ steps: steps.map((it, at) => ({ ...it, id: `s${at}` })) }, find));
const chained = (chain: Chain): Plan =>
  value(readChain(chain, { find, predicate: (text) => ok({ text, evaluate: () => ok(1) }) }));
const piped = (steps: PipelineStep[]): Plan => value(readPipeline({ steps }, find, new FakeClock())).plan;
const found = (plan: Plan, parts = {}) => {
  const { errors, warnings } = checkPlan(plan, { ...settings, ...parts });
  return {
    errors: errors.map((it) => `${it.path} ${it.message}`),
    warnings: warnings.map((it) => `${it.path} ${it.message}`),
  };
};
const weather = { tool: 't/weather', arguments: { city: 'Tokyo' } };

describe('checkPlan', () => {
  it('finds nothing in what fits', () => {
    expect(found(planned([weather, { tool: 't/compare', arguments: { a: '$ref:s0.temp', b: 1 } }]))).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it.each([
    [
      'a value of another kind',
      { a: '$ref:s0.city' },
      '/steps/1/arguments/a is a text, and the tool takes a number here',
    ],
    [
      'a whole output where a part is taken',
      { a: '$ref:s0' },
      '/steps/1/arguments/a is an object, and the tool takes a number here',
    ],
    ['a literal it does not take', { a: 'x' }, '/steps/1/arguments/a must be number'],
    ['what is not given', { b: 1 }, '/steps/1/arguments the tool needs "a", which is not given'],
    ['what the tool does not have', { a: 1, c: 1 }, '/steps/1/arguments/c the tool has no "c"'],
    [
      'what is part of nothing',
      { a: '$ref:s0.temp.deep' },
      '/steps/1/arguments/a "temp.deep" leads nowhere in what it refers to',
    ],
  ])('finds %s', (_, given, error) => {
    expect(found(planned([weather, { tool: 't/compare', arguments: given }])).errors).toEqual([error]);
  });

  it('warns of what may be missing', () => {
    const { errors, warnings } = found(planned([weather, { tool: 't/compare', arguments: { a: '$ref:s0.gust' } }]));
    expect([errors, warnings]).toEqual([[], ['/steps/1/arguments/a may be null, and the tool takes a number here']]);
  });

  it('says where a pipeline needs an adapter', () => {
    const untyped = found(piped([{ tool: 't/text' }, { tool: 't/two' }]));
    expect(untyped.errors).toEqual([
      '/steps/1 is handed a text, and the tool has no property for one: the step before needs an adapter',
    ]);
    expect(found(piped([{ tool: 't/text', adapter: '{"x": text}' }, { tool: 't/two' }])).errors).toEqual([]);
    expect(found(piped([{ tool: 't/two' }, { tool: 't/text' }])).errors).toEqual([]);
    expect(found(piped([{ tool: 't/weather' }, { tool: 't/two' }])).warnings).toHaveLength(2);
  });

  it('lets branches that may be given up act only if that can be undone', () => {
    const fan = (tool: string, join: 'all' | 'first'): Chain => ({
      parallel: { branches: { a: { tool, input: {} }, b: { tool: 't/weather', input: { city: 'x' } } }, join },
    });
    expect(found(chained(fan('t/write', 'all'))).errors).toEqual([]);
    expect(found(chained(fan('t/undoable', 'first'))).errors).toEqual([]);
    expect(found(chained(fan('t/write', 'first'))).errors).toEqual([
      expect.stringMatching(/^\/parallel\/branches\/a t\/write may have an effect/),
    ]);
  });

  it('knows the output of a fan-out', () => {
    const sum = (ref: string): Chain => ({
      sequence: [
        { parallel: { branches: { one: { tool: 't/weather', input: { city: 'x' } } }, join: 'all' } },
        { tool: 't/compare', input: { a: ref } },
      ],
    });
    expect(found(chained(sum('$prev.one.temp'))).errors).toEqual([]);
    expect(found(chained(sum('$prev.one.city'))).errors).toHaveLength(1);
    expect(
      found(chained(sum('$prev.two'))).errors.length + found(chained(sum('$prev.two'))).warnings.length,
    ).toBeLessThanOrEqual(1);
  });

  it('holds a plan to its deadline, its size and its depth', () => {
    const long = planned([weather, { ...weather, after: ['s0'] }, { ...weather, after: ['s1'] }]);
    expect(found(long, { deadlineMs: 299 }).errors).toEqual([expect.stringContaining('300 ms')]);
    expect(found(long, { deadlineMs: 300 }).errors).toEqual([]);
    const loops: Chain = {
      repeat: { body: { repeat: { body: { tool: 't/deep', input: {} }, max: 200, until: 'x' } }, max: 100, until: 'x' },
    };
    const { errors } = found(chained(loops), { expectedMs: () => 0 });
    expect(errors).toEqual([expect.stringContaining('20000 calls'), expect.stringContaining('9 deep')]);
  });
});
