import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const page = read('docs/authorization-requirements.md');
const files = {
  AS: 'test/conformance/authorization-server-requirements.test.ts',
  RS: 'test/conformance/protected-resource-requirements.test.ts',
  CD: 'test/conformance/client-documents.test.ts',
  SI: 'test/e2e/mcp-authorization.test.ts',
};

/** Names of tests as they are written, also those of tables. */
const testsIn = (source: string): string[] =>
  [...source.matchAll(/(?:\bit\(|\)\(|\n {4})'([^'\n]+)',\s*async/g)].map(([, name]) => name as string);

const namedFor = (code: string): string[] =>
  [...page.matchAll(new RegExp(`${code} \`([^\`]+)\``, 'g'))].map(([, name]) => name as string);

describe('docs/authorization-requirements.md', () => {
  it.each(Object.entries(files))('names tests of %s that exist', (code, path) => {
    const there = new Set(testsIn(read(path)));
    expect(there.size).toBeGreaterThan(5);
    expect(namedFor(code).filter((name) => !there.has(name))).toEqual([]);
  });

  it.each(Object.entries(files).filter(([code]) => code !== 'SI'))('names every test of %s', (code, path) => {
    const named = new Set(namedFor(code));
    expect(testsIn(read(path)).filter((name) => !named.has(name))).toEqual([]);
  });

  it('says of each requirement which test shows it, or why it does not apply', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:section|-)/.test(line));
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => (row.split(' | ')[2] ?? '').replace('|', '').trim().length < 8)).toEqual([]);
  });
});
