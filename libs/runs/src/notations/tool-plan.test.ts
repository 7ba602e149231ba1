import { fail, ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { readToolPlan, type ToolPlan } from './tool-plan.js';

const find: FindTool = (name) =>
  name.startsWith('t/') ? ok({ nesting: 0, manifest: aManifest({ name }) }) : fail('not_found', `No tool "${name}".`);
const step = (id: string, parts: Partial<ToolPlan['steps'][number]> = {}) => ({
  id,
  tool: 't/a',
  arguments: {},
  ...parts,
});
const problems = (plan: ToolPlan) => {
  const read = readToolPlan(plan, find);
  return read.ok ? [] : read.error.map((it) => `${it.path}: ${it.message}`);
};

describe('readToolPlan', () => {
  it('reads arguments as objects and as JSON alike', () => {
    const asText = readToolPlan({ steps: [step('a'), step('b', { arguments: '{"x": ["$ref:a.y"]}' })] }, find);
    const asObject = readToolPlan({ steps: [step('a'), step('b', { arguments: { x: ['$ref:a.y'] } })] }, find);
    expect(asText).toEqual(asObject);
    expect(asText.ok && asText.value.nodes[1]?.needs).toEqual([0]);
  });

  it('returns all steps, or those asked for, each once', () => {
    const steps = [step('a'), step('b')];
    const outputsOf = (plan: ToolPlan) => {
      const read = readToolPlan(plan, find);
      return read.ok ? read.value.outputs : undefined;
    };
    expect(outputsOf({ steps })).toEqual([0, 1]);
    expect(outputsOf({ steps, output_steps: ['b', 'b'] })).toEqual([1]);
    expect(outputsOf({ steps, output_steps: [] })).toEqual([]);
  });

  it('takes a reference for one only when it is the whole text', () => {
    const given = { a: 'see $ref:x', b: '$ref:x and more', c: '$ref:', d: '$REF:x', e: '$$ref:x' };
    expect(problems({ steps: [step('a', { arguments: given })] })).toEqual([]);
  });

  it('tells every problem at once, each with its place', () => {
    const steps = [
      step('a', { tool: 'nowhere/b' }),
      step('a', { arguments: '[1]' }),
      step('c', { arguments: { x: { y: ['$ref:none.z'] } }, after: ['nobody', 'a'] }),
      step('d', { arguments: '{' }),
      step('e', { tool: 'assay/execute_tool_plan@^1' }),
    ];
    expect(problems({ steps, output_steps: ['c', 'void'] })).toEqual([
      '/steps/1/id: duplicate step id "a"',
      '/steps/0/tool: No tool "nowhere/b".',
      '/steps/1/arguments: is a text that is not a JSON object',
      '/steps/2/arguments/x/y/0: no step is called none',
      '/steps/2/after/0: no step is called nobody',
      expect.stringMatching(/^\/steps\/3\/arguments: is a text that is not JSON: .*position 1/),
      '/steps/4/tool: runs plans and cannot be a step of one: list its steps here instead',
      '/output_steps/1: no step is called void',
    ]);
  });

  it.each([
    ['itself', [step('a', { arguments: { x: '$ref:a' } })], ['a']],
    ['each other', [step('a', { after: ['b'] }), step('b', { arguments: { x: '$ref:a' } })], ['a, b']],
  ])('refuses steps that need %s', (_, steps, names) => {
    expect(problems({ steps })).toEqual(steps.map((_step, at) => `/steps/${at}: circular dependency: ${names[0]}`));
  });

  it('is frozen through and through', () => {
    const read = readToolPlan({ steps: [step('a', { arguments: { deep: { er: [1] } } })] }, find);
    if (!read.ok) throw new Error('it reads');
    expect(Object.isFrozen(read.value.nodes)).toBe(true);
    expect(() => Object.assign(read.value.nodes[0] as object, { tool: 't/other' })).toThrow(TypeError);
  });

  it('refuses arguments whose text nests without end, before it walks them', () => {
    const deep = `{"a": ${'['.repeat(300_000)}${']'.repeat(300_000)}}`;
    expect(problems({ steps: [step('a', { arguments: deep })] })).toEqual([
      '/steps/0/arguments: is nested deeper than 64 levels',
    ]);
  });

  it('tells a thousand problems, and how many more there are', () => {
    const after = Array.from({ length: 1_500 }, (_, at) => `none-${at}`);
    const reported = problems({ steps: [step('a', { after })] });
    expect(reported).toHaveLength(1_001);
    expect(reported.at(-1)).toBe(': has 500 more problems');
  });
});
