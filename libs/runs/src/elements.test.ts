import { expect, it } from '@jest/globals';
import { expectedElements, maxElements, writtenElements } from './elements.js';
import type { EachNode } from './plan.js';
import type { Template } from './template.js';

const over = (template: Template) => ({ in: { kind: 'template', template, missing: 'null' }, max: 50 }) as EachNode;

it('a list that is written down has as many elements as it has; another one is expected to have one, and at most its maximum', () => {
  const reference: Template = { kind: 'reference', reference: { source: 0, path: [] } };
  const written = [over({ kind: 'literal', value: [1, 2] }), over({ kind: 'list', items: [reference] })];
  expect(written.map(writtenElements)).toEqual([2, 1]);
  expect(written.map(maxElements)).toEqual([2, 1]);
  const unknown = over(reference);
  expect([writtenElements(unknown), expectedElements(unknown), maxElements(unknown)]).toEqual([undefined, 1, 50]);
});
