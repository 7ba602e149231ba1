import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { tableFacts, tokenTable } from './token-table.js';

const folder = fileURLToPath(new URL('../table/', import.meta.url));

describe('the table that ships', () => {
  it('has a vector and a scale for each token', () => {
    const { vocabulary, vectors, scales, dimensions } = tokenTable();
    expect(vectors).toHaveLength(vocabulary.size * dimensions);
    expect(scales).toHaveLength(vocabulary.size);
    expect(scales.every((scale) => scale > 0 && Number.isFinite(scale))).toBe(true);
  });

  it('is the one that its description names', () => {
    const { model, version, dimensions, tokens } = JSON.parse(readFileSync(`${folder}/table.json`, 'utf8'));
    expect(tableFacts).toEqual({ model: `static:${model}:${version}`, dimensions });
    expect(tokenTable().vocabulary.size).toBe(tokens);
  });

  it('is read once', () => {
    expect(tokenTable()).toBe(tokenTable());
  });

  it('takes at most 12 MB, licence included', () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
    expect(bytes).toBeLessThanOrEqual(12 * 1_024 * 1_024);
    expect(readdirSync(folder)).toContain('NOTICE.md');
  });
});
