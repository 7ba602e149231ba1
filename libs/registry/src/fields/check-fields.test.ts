import { expect, it } from '@jest/globals';
import { checkFields } from './check-fields.js';

it('accepts well-formed annotations anywhere among the members', () => {
  const schema = {
    properties: {
      id: { 'x-assay-entity': 'order.id' },
      total: { 'x-assay-field': { name: 'order.total', tolerance: { relative: 0.01 }, resolve: ['authority'] } },
      items: { items: { properties: { sku: { 'x-assay-entity': 'sku' }, at: { 'x-assay-as-of': true } } } },
      'x-assay-field': { type: 'string', enum: [{ 'x-assay-field': 5 }] },
    },
  };
  expect(checkFields(schema, '/outputSchema', 'output')).toEqual([]);
});

it('reports each problem with its pointer', () => {
  const member = (annotation: object) => ({ properties: { a: annotation } });
  const wrong = (annotation: object, role: 'input' | 'output' = 'output') =>
    checkFields(member(annotation), '/s', role)[0];
  expect(wrong({ 'x-assay-field': 5 })).toEqual({
    path: '/s/properties/a/x-assay-field',
    message: expect.stringMatching(/must be a name such as order.total, or/),
  });
  expect(wrong({ 'x-assay-field': { name: 'a', tolerance: { fuzzy: 2 } } })?.path).toMatch(/x-assay-field.*fuzzy/);
  expect(wrong({ 'x-assay-entity': 5 })?.path).toBe('/s/properties/a/x-assay-entity');
  expect(wrong({ 'x-assay-as-of': 'yes' })?.message).toMatch(/true/);
  expect(wrong({ 'x-assay-field': 'price' }, 'input')?.message).toMatch(/belongs into the output schema/);
});
