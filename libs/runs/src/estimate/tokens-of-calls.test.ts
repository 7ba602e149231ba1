import { ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { readToolPlan, type ToolPlan } from '../notations/tool-plan.js';
import { tokensOfCalls } from './tokens-of-calls.js';

const output = { text: 'x'.repeat(89) };
const example = { name: 'one', input: {}, output, match: 'exact' } as const;
const manifestOf = (name: string) => aManifest({ name, ...(name === 't/shown' && { examples: [example] }) });

function tokensOf(definition: ToolPlan) {
  const read = readToolPlan(definition, (name) => ok({ nesting: 0, manifest: manifestOf(name) }));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  // A token a character, which can be counted by hand.
  return tokensOfCalls(read.value, definition, manifestOf, (text) => text.length);
}
const steps = (tool: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `s${at}`, tool, arguments: {} }));

it('counts calls and results once for each turn that is sent them, and those of a plan once', () => {
  const definition = { steps: steps('t/shown', 2), output_steps: ['s1'] };
  const whole = JSON.stringify(definition).length;
  const each = Math.ceil(whole / 2);
  const result = JSON.stringify(output).length;
  expect(tokensOf(definition)).toEqual({
    // Two calls are written; the first is read twice with its result, the second once.
    without: 2 * each + 2 * (each + result) + (each + result),
    with: 2 * whole + result,
    uncounted: [],
  });
});

it('saves the more the longer the plan, and says which results it does not know', () => {
  const ratio = (count: number) => {
    const so = tokensOf({ steps: steps('t/shown', count), output_steps: ['s0'] });
    return so === null ? 0 : so.without / so.with;
  };
  expect(ratio(20)).toBeGreaterThan(2 * ratio(5));
  expect(tokensOf({ steps: steps('t/hidden', 3) })?.uncounted).toEqual(['t/hidden']);
  expect(tokensOf({ steps: steps('t/hidden', 9_000) })).toBeNull();
});
