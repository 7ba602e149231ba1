import { ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { readComposedTool } from '../notations/composed-tool.js';
import { readToolPlan } from '../notations/tool-plan.js';
import { textReferences } from './text-references.js';

const find: FindTool = (name) => ok({ nesting: 0, manifest: aManifest({ name }) });

it('finds references within longer text, wherever they stand', () => {
  const steps = [
    { id: 'a', tool: 't/a', arguments: {} },
    {
      ...{ id: 'b', tool: 't/b', each: { in: ['see $ref:a'] } },
      arguments: { deep: [{ text: 'It is $ref:a.x here' }], fine: '$ref:a', price: 'US$ 5', almost: '$ref' },
    },
  ];
  const plan = readToolPlan({ steps }, find);
  expect(plan.ok && textReferences(plan.value)).toEqual([
    {
      path: '/steps/1/each/in/0',
      message: 'contains $ref:a, which is not replaced inside longer text: use {"$expr": "…"}',
    },
    {
      path: '/steps/1/arguments/deep/0/text',
      message: 'contains $ref:a, which is not replaced inside longer text: use {"$expr": "…"}',
    },
    { path: '/steps/1/arguments/almost', message: 'looks like a reference but is not: it is passed on unchanged' },
  ]);
});

it('knows references as each notation writes them', () => {
  const inputMapping = { a: 'of $input.topic', b: 'and $steps[0].x', c: '$inputs and $ref:a', d: '$prevail' };
  const composed = readComposedTool({ mode: 'compose', steps: [{ tool: 't/a', inputMapping }] }, find);
  expect(composed.ok && textReferences(composed.value).map(({ path }) => path)).toEqual([
    '/steps/0/inputMapping/a',
    '/steps/0/inputMapping/b',
  ]);
});
