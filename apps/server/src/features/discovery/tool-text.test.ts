import { expect, it } from '@jest/globals';
import { definitionLines, oneLine } from './tool-text.js';

it('a definition is compact JSON on lines of its own', () => {
  expect(definitionLines({ inputSchema: { type: 'object' }, outputSchema: { type: 'string' } })).toEqual([
    '   input: {"type":"object"}',
    '   output: {"type":"string"}',
  ]);
  expect(definitionLines({})).toEqual([]);
  expect(oneLine(' Sends\n  a letter. ')).toBe('Sends a letter.');
});
