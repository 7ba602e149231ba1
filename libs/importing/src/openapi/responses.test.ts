import { describe, expect, it } from '@jest/globals';
import type { Json } from './document.js';
import { References } from './references.js';
import { readOutput } from './responses.js';
import { SchemaBundle } from './schema-bundle.js';

const root = {
  components: {
    schemas: { Pet: { type: 'object' } },
    responses: { pet: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } } },
  },
};
const read = (responses: Json) =>
  readOutput({ responses }, new References(root), new SchemaBundle(root, 'output', new Set()));
const json = (schema?: unknown, type = 'application/json') => ({ description: '', content: { [type]: { schema } } });

describe('readOutput', () => {
  it('is the schema of the successful JSON answer', () => {
    expect(read({ 200: json({ type: 'array' }), 404: json({ type: 'string' }), default: json({}) })).toEqual({
      type: 'array',
    });
    expect(read({ 201: json({ type: 'array' }, 'application/hal+json; charset=utf-8') })).toEqual({ type: 'array' });
    expect(read({ '2XX': json({ type: 'array' }, '*/*') })).toEqual({ type: 'array' });
    expect(read({ 200: { $ref: '#/components/responses/pet' } })).toEqual({
      $ref: '#/$defs/Pet',
      $defs: { Pet: { type: 'object' } },
    });
  });

  it('is any of several, without duplicates, and null where one has no body', () => {
    expect(read({ 200: json({ type: 'array' }), 201: json({ type: 'array' }) })).toEqual({ type: 'array' });
    expect(read({ 200: json({ type: 'array' }), 202: json({ type: 'object' }), 204: { description: '' } })).toEqual({
      anyOf: [{ type: 'array' }, { type: 'object' }, { type: 'null' }],
    });
  });

  it('is unknown where a success has a body that nothing describes', () => {
    const answers = [
      {},
      { 204: { description: '' } },
      { 200: json() },
      { 200: json({ type: 'string' }, 'text/plain') },
    ];
    expect(answers.map(read)).toEqual([undefined, undefined, undefined, undefined]);
    expect(read({ 200: json({}), 206: json(undefined, 'image/png') })).toBeUndefined();
    expect(readOutput({}, new References(root), new SchemaBundle(root, 'output', new Set()))).toBeUndefined();
  });
});
