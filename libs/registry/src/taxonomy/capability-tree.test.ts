import { expect, it } from '@jest/globals';
import { dottedTree } from './capability-tree.js';

it('reads the path from the dots', () => {
  expect(dottedTree.path('data.query.sql')).toEqual(['data', 'data.query', 'data.query.sql']);
  expect(dottedTree.path('data')).toEqual(['data']);
});
