import type { Manifest } from '@assay/contracts';
import { ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
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
  't/either': {
    inputSchema: object({}),
    outputSchema: object({ x: { type: 'number' }, y: { type: 'string' } }, ['x', 'y'], { type: ['object', 'string'] }),
  },
  't/spacious': { inputSchema: object({ input: { type: 'string' }, x: { type: 'number' } }, []) },
  't/deep': { inputSchema: object({}, []) },
  't/refs': {
    inputSchema: object({}),
    outputSchema: object({ x: { type: 'number' }, y: { $ref: '#/properties/x' } }),
  },
  't/mode': { inputSchema: object({ input: { type: 'string' }, mode: { type: 'string' } }) },
  't/orders': {
    inputSchema: object({}),
    outputSchema: object(
      {
        customer: object({ name: { type: 'string' } }),
        state: { const: 'new' },
        count: { type: 'number' },
        lines: { type: 'array', items: object({ price: { type: 'number' } }, []) },
        note: { type: 'string' },
      },
      ['customer', 'state', 'count', 'lines'],
    ),
  },
  't/bill': {
    inputSchema: object(
      {
        customer: object({ name: { type: 'number' } }),
        state: { enum: ['paid', 'sent'] },
        count: { type: 'integer' },
        lines: { type: 'array', items: object({ price: { type: 'number' } }) },
        note: { type: 'number' },
      },
      ['customer', 'state', 'count', 'lines'],
    ),
  },
};
const find: FindTool = (reference) =>
  ok({
    nesting: reference === 't/deep' ? 8 : 0,
    ...(reference === 't/vast' && { calls: 6_000 }),
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
    ['what is not given', { b: 1 }, '/steps/1/arguments the tool needs "a", which is missing'],
    ['what the tool does not have', { a: 1, c: 1 }, '/steps/1/arguments/c the tool has no "c"'],
    [
      'what is part of nothing',
      { a: '$ref:s0.temp.deep' },
      '/steps/1/arguments/a "temp.deep" leads nowhere in what it refers to',
    ],
  ])('finds %s', (_, given, error) => {
    const { errors, warnings } = found(planned([weather, { tool: 't/compare', arguments: given }]));
    // What a reference leads to fails its step alone: only what is written down and never fits refuses the plan.
    const isWritten = !JSON.stringify(given).includes('$ref');
    expect(isWritten ? errors : warnings).toEqual([error]);
    expect(isWritten ? warnings : errors).toEqual([]);
  });

  it('warns of what may be missing', () => {
    const { errors, warnings } = found(planned([weather, { tool: 't/compare', arguments: { a: '$ref:s0.gust' } }]));
    expect([errors, warnings]).toEqual([[], ['/steps/1/arguments/a may be null, and the tool takes a number here']]);
  });

  it('says where a pipeline needs an adapter', () => {
    const untyped = found(piped([{ tool: 't/text' }, { tool: 't/two' }]));
    expect(untyped.errors).toEqual([]);
    expect(untyped.warnings).toEqual([
      '/steps/1 is handed a text, and the tool has no property for one: the step before needs an adapter that makes its input',
    ]);
    expect(found(piped([{ tool: 't/text', adapter: '{"x": text, "y": ""}' }, { tool: 't/two' }])).errors).toEqual([]);
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
      expect.stringMatching(/^\/parallel\/branches\/a t\/write may have an irreversible effect/),
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

  it.each<[string, string, string[], string[]]>([
    ['its input', '{"a": output.temp, "b": 2}', [], []],
    ['another kind', '{"a": text}', ['/steps/0/adapter/a is a text, and the tool takes a number here'], []],
    [
      'a part of another kind',
      '{"a": output.city}',
      ['/steps/0/adapter/a is a text, and the tool takes a number here'],
      [],
    ],
    [
      'what is part of nothing',
      '{"a": structured.temp.deep}',
      ['/steps/0/adapter/a "temp.deep" leads nowhere in what it refers to'],
      [],
    ],
    [
      'what may be absent',
      '{"a": output.gust}',
      [],
      ['/steps/0/adapter/a "gust" may be absent, and the tool needs it'],
    ],
    ['too little', '{"b": 1}', ['/steps/0/adapter the tool needs "a", which is missing'], []],
    ['too much', '{"a": 1, "c": 1}', ['/steps/0/adapter/c the tool has no "c"'], []],
    [
      'a text',
      'output.city & "!"',
      [
        '/steps/0/adapter is handed a text, and the tool has no property for one: the step before needs an adapter that makes its input',
      ],
      [],
    ],
    ['nobody knows what', '$merge([output, {"b": 1}])', [], []],
  ])('follows an edge through an adapter that makes %s', (_, adapter, errors, warnings) => {
    const all = found(piped([{ tool: 't/weather', adapter }, { tool: 't/compare' }]));
    expect(all).toEqual({ errors, warnings });
  });

  it('follows schemas into their parts', () => {
    const whole = found(chained({ sequence: [{ tool: 't/orders' }, { tool: 't/bill' }] }));
    expect(whole.errors).toEqual([
      '/sequence/1 its "customer.name" is a text, and the tool takes a number here',
      '/sequence/1 its "state" is "new", which the tool does not take here',
    ]);
    expect(whole.warnings).toEqual([
      '/sequence/1 its "count" may be a fraction, and the tool takes a whole number here',
      '/sequence/1 its "lines.*" may have no "price", which the tool needs',
      // There may be none: then it is no misfit.
      '/sequence/1 its "note" is a text, and the tool takes a number here',
    ]);
  });

  it('knows what a branch, a quorum and the best of several give', () => {
    const after = (join: 'all' | 'first' | { quorum: number }, ref: string): Chain => ({
      sequence: [
        {
          parallel: {
            branches: {
              one: { tool: 't/weather', input: { city: 'x' } },
              two: { tool: 't/text', input: { input: 'x' } },
            },
            join,
          },
        },
        { tool: 't/compare', input: { a: ref } },
      ],
    });
    expect(found(chained(after({ quorum: 0.5 }, '$prev.one.temp'))).warnings).toEqual([
      '/sequence/1/input/a "one.temp" may be absent, and the tool needs it',
    ]);
    expect(found(chained(after('all', '$prev.one.city'))).errors).toHaveLength(1);
    expect(found(chained(after('all', '$prev.three'))).errors).toEqual([
      '/sequence/1/input/a "three" leads nowhere in what it refers to',
    ]);
    const referring: Chain = {
      parallel: {
        branches: { one: { tool: 't/refs', input: {} }, x: { tool: 't/weather', input: { city: 'x' } } },
        join: 'all',
      },
    };
    const other: Chain = { tool: 't/compare', input: { a: '$prev.one.y' } };
    // What refers to its own document says nothing within another one.
    expect(found(chained({ sequence: [referring, other] })).errors).toEqual([]);
    const branch: Chain = { branch: { on: 'x', cases: { a: { tool: 't/weather', input: { city: 'x' } } } } };
    expect(
      found(chained({ sequence: [branch, { tool: 't/compare', input: { a: '$prev.city' } }] })).errors,
    ).toHaveLength(1);
  });

  it('holds the input against what uses it, where it is known', () => {
    const plan = chained({ sequence: [{ tool: 't/compare', input: { a: '$input.a', b: '$input.b' } }] });
    expect(found(plan, { input: { a: 'x' } }).errors).toEqual(['/sequence/0/input/a must be number']);
    expect(found(plan, { input: { b: 1 } }).errors).toEqual([
      '/sequence/0/input/a "a" leads nowhere in what it refers to',
    ]);
    expect(found(plan, { input: { a: 1 } }).errors).toEqual([]);
    expect(found(piped([{ tool: 't/weather' }]), { input: 'Tokyo' }).errors).toEqual([]);
    expect(found(piped([{ tool: 't/weather' }]), { input: { city: 5 } }).errors).toEqual([
      '/steps/0 does not take the input: /city must be string',
    ]);
    expect(found(piped([{ tool: 't/weather' }]), { input: { city: '$prev' } })).toEqual({ errors: [], warnings: [] });
    expect(found(piped([{ tool: 't/two' }]), { input: { x: 'a' } }).errors).toEqual([
      '/steps/0 does not take the input: the tool needs "y", which is missing',
    ]);
  });

  it('says that a text is not enough where the tool needs more', () => {
    expect(found(piped([{ tool: 't/text' }, { tool: 't/mode' }])).errors).toEqual([
      expect.stringMatching(/^\/steps\/1 receives text, which goes into "input", and the tool needs "mode" as well/),
    ]);
  });

  it('warns of what cannot be undone and is not the last, once for all', () => {
    const write = { tool: 't/write', input: {} };
    const { warnings } = found(chained({ sequence: [write, write, { tool: 't/undoable', input: {} }, write] }));
    expect(warnings).toEqual([
      '/sequence/0 t/write may have irreversible effects, and later steps may fail (so /sequence/1): put it last, or run it as a saga',
    ]);
    expect(found(chained({ repeat: { body: write, max: 2, until: 'x' } })).warnings).toHaveLength(1);
    expect(found(chained({ sequence: [{ tool: 't/deep', input: {} }, write] })).warnings).toEqual([]);
  });

  it('warns of a text that looks like a reference and is none', () => {
    expect(found(planned([{ tool: 't/text', arguments: { input: '$ref: s0' } }])).warnings).toEqual([
      expect.stringMatching(/looks like a reference/),
    ]);
    expect(found(planned([{ tool: 't/text', arguments: { input: 'costs $5' } }])).warnings).toEqual([]);
  });

  it('looks at a loop in a loop in a loop no more often than at one', () => {
    let asked = 0;
    const counting: FindTool = (reference) => {
      asked += 1;
      return find(reference);
    };
    const body: Chain = { tool: 't/text', input: { input: 'x' } };
    const nested = Array.from({ length: 30 }).reduce<Chain>(
      (inner) => ({ repeat: { body: inner, max: 2, until: 'x' } }),
      body,
    );
    const { errors } = found(chained(nested), { find: counting, deadlineMs: undefined });
    expect(errors).toEqual([expect.stringContaining('1073741824 calls')]);
    expect(asked).toBeLessThan(1_000);
  });

  it('counts what the compositions in a plan may call', () => {
    const vast = { tool: 't/vast', arguments: { item: 'x' } };
    expect(found(planned([vast])).errors).toEqual([]);
    expect(found(planned([vast, vast])).errors).toEqual([' it may make 12000 calls: at most 10000 are allowed']);
  });

  it('counts of the cases of a branch those of the longest', () => {
    const vast: Chain = { tool: 't/vast', input: { item: 'x' } };
    const either: Chain = { branch: { on: 'x', cases: { y: vast, n: vast } } };
    expect(found(chained(either)).errors).toEqual([]);
    expect(found(chained({ sequence: [either, vast] })).errors).toEqual([expect.stringContaining('12000 calls')]);
  });

  it('holds what a loop is handed by itself against what it takes, where there is a second turn', () => {
    const loop = (max: number): Chain => ({
      repeat: { body: { tool: 't/weather', input: { city: '$prev.temp' } }, max, until: 'x' },
    });
    const inputSchema = object({ temp: { type: 'string' } });
    expect(found(chained(loop(1)), { inputSchema }).errors).toEqual([]);
    expect(found(chained(loop(2)), { inputSchema }).errors).toEqual([
      '/repeat/body/input/city is a number, and the tool takes a text here',
    ]);
  });

  it('warns where only a part of what is handed on may not fit', () => {
    expect(found(piped([{ tool: 't/either' }, { tool: 't/spacious' }]))).toEqual({ errors: [], warnings: [] });
    expect(found(piped([{ tool: 't/either' }, { tool: 't/two' }]))).toEqual({
      errors: [],
      warnings: [
        expect.stringMatching(/^\/steps\/1 is handed a text, and the tool has no property for one/),
        '/steps/1 its "x" is a number, and the tool takes a text here',
      ],
    });
  });
});
