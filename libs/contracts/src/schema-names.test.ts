import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from './index.js';
import { schemaNames } from './schema-names.js';

describe('names of shared schemas', () => {
  it('names every exported schema that is more than a text', () => {
    const exported = Object.entries(contracts).filter(([name]) => name.endsWith('Schema'));
    const unnamed = exported.filter(
      ([, it]) =>
        it instanceof z.ZodType &&
        !(it instanceof z.ZodString) &&
        !(it instanceof z.ZodLiteral) &&
        !schemaNames.has(it),
    );
    expect(unnamed.map(([name]) => name)).toEqual([]);
    expect(schemaNames.get(contracts.envelopeSchema)).toBe('Envelope');
  });

  it('gives no name twice', () => {
    const names = [...schemaNames.values()];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
