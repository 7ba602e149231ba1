import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aTracedCall } from '../testing/gap-store.contract.js';
import type { TracedCall } from './gap-store.js';
import { proposeComposition } from './propose-composition.js';
import { proposeTemplate } from './propose-template.js';

const text = { type: 'string' };
const manifests = {
  'acme/find': aManifest({
    name: 'acme/find',
    inputSchema: { type: 'object', properties: { text, limit: { $ref: '#/$defs/n' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  }),
  'acme/note': aManifest({
    name: 'acme/note',
    inputSchema: { type: 'object', properties: { text, by: text, 'at.place': text } },
    annotations: { idempotentHint: true },
  }),
} as const;
type Known = keyof typeof manifests;

const occurrence = (path: readonly string[], more: TracedCall['parameters'] = {}): TracedCall[] => {
  const first = aTracedCall({ tool: 'acme/find', version: '1.2.0', parameters: { text: null, ...more } });
  const from = (of: 'input' | 'output', way: readonly string[]) => ({ call: first.id, of, path: way });
  const parameters = { text: from('output', path), by: from('input', ['text']), 'at.place': null };
  return [first, aTracedCall({ tool: 'acme/note', version: '2.0.0', parameters })];
};
const propose = (occurrences: readonly TracedCall[][], isValid: (manifest: object) => boolean = () => true) =>
  proposeComposition(
    { tools: ['acme/find', 'acme/note'], occurrences },
    { name: 'acme/both', manifestOf: (tool) => manifests[tool as Known], isValid },
  );
const stepsOf = (manifest: ReturnType<typeof propose>) =>
  (manifest?.endpoint as { definition: { steps: { tool: string; inputMapping: object }[] } } | undefined)?.definition
    .steps;

describe('the composition for a sequence', () => {
  it('takes from earlier outputs what was always taken from there, and asks for the rest', () => {
    const manifest = propose([occurrence(['rows', '0']), occurrence(['rows', '0'], { limit: null })]);
    expect(stepsOf(manifest)).toEqual([
      {
        ...{ name: 'step 1', tool: 'acme/find@^1.2.0' },
        inputMapping: { text: '$input.text', limit: '$input.limit' },
      },
      {
        ...{ name: 'step 2', tool: 'acme/note@^2.0.0' },
        inputMapping: { text: '$steps[0].rows.0', by: '$input.text', 'at.place': '$input.at_place' },
      },
    ]);
    expect(manifest?.inputSchema).toEqual({
      ...{ type: 'object', properties: { text, limit: {}, at_place: text }, additionalProperties: false },
      required: ['text', 'at_place'],
    });
    expect(manifest?.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  });

  it('asks for what came from different places', () => {
    const manifest = propose([occurrence(['rows', '0']), occurrence(['first'])]);
    expect(stepsOf(manifest)?.[1]?.inputMapping).toMatchObject({ text: '$input.note_text' });
  });

  it('asks for what does not fit as it was handed on, and is none when that does not fit either', () => {
    const usesOutputs = (manifest: object) => JSON.stringify(manifest).includes('$steps');
    const manifest = propose([occurrence(['x'])], (it) => !usesOutputs(it));
    expect(stepsOf(manifest)?.[1]?.inputMapping).toMatchObject({ text: '$input.note_text', by: '$input.text' });
    expect(propose([occurrence(['x'])], () => false)).toBeUndefined();
  });
});

describe('the template for a request', () => {
  it('has a name and a description', () => {
    expect(proposeTemplate({ text: 'Convert the crème brûlée recipe, please!' })).toMatchObject({
      ...{ name: 'convert-creme-brulee-recipe', description: 'Convert the crème brûlée recipe, please!', tests: [] },
    });
    expect(proposeTemplate({ text: '折り紙' })).toMatchObject({ name: 'new-tool', description: 'Does this: 折り紙' });
  });
});
