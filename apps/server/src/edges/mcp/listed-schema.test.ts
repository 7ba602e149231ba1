import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { listedSchema } from './listed-schema.js';

it('a listed schema has the arguments with their types, and what the words say of the rest', () => {
  const schema = z.strictObject({
    query: z.string().min(1).max(400).describe('In words'),
    limit: z.int().min(1).max(50).optional().describe('Default 10'),
    level: z.enum(['a', 'b']).optional(),
    output: z.strictObject({ fields: z.array(z.string()) }).optional(),
    names: z.array(z.string().max(5)).optional(),
    hidden: z.string().optional(),
  });
  const words = { output: '{fields: [JSON pointers]}', hidden: null, query: '' };
  expect(listedSchema(schema, words)).toEqual({
    type: 'object',
    properties: {
      query: { type: 'string' },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default 10' },
      level: { type: 'string', enum: ['a', 'b'] },
      output: { type: 'object', description: '{fields: [JSON pointers]}' },
      names: { type: 'array', items: { type: 'string' } },
    },
    required: ['query'],
  });
});
