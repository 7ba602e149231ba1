import { expect, it } from '@jest/globals';
import { followReferences } from './follow-references.js';

const root = {
  $defs: {
    a: { type: 'integer' },
    b: { $ref: '#/$defs/a' },
    round: { $ref: '#/$defs/round' },
    'x/y': { type: 'null' },
  },
};

it.each([
  [{ type: 'string' }, { type: 'string' }],
  [{ $ref: '#/$defs/b' }, { type: 'integer' }],
  [{ $ref: '#/$defs/x~1y' }, { type: 'null' }],
  [{ $ref: '#/$defs/round' }, undefined],
  [{ $ref: '#/$defs/none' }, undefined],
  [{ $ref: '#/%E0%A4%A' }, undefined],
  [{ $ref: 'https://example.com/schema' }, undefined],
  [true, undefined],
])('%j resolves to %j', (given, schema) => {
  expect(followReferences(root, given)).toEqual(schema);
});
