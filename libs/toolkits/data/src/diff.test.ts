import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.fixture.js';

describe('diff', () => {
  it('compares texts by lines', async () => {
    expect(await compute('diff', { before: 'a\nb\nc\n', after: 'a\nB\nc\n' })).toMatchObject({
      same: false,
      added: 1,
      removed: 1,
      patch: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c',
    });
    expect(await compute('diff', { before: 'a', after: 'a' })).toMatchObject({ same: true, said: 'No difference.' });
    expect(await compute('diff', { before: '  a b\r\n', after: 'a b\n', ignoreWhitespace: true })).toMatchObject({
      same: true,
    });
  });

  it('compares JSON by paths, whatever the order of the members', async () => {
    const before = { a: 1, list: [1, 2], gone: true, 'x/y': 1 };
    const after = { 'x/y': 2, list: [1, 3, 4], a: 1 };
    expect(await compute('diff', { before, after })).toMatchObject({
      added: 3,
      removed: 3,
      changes: [
        { path: '/list/1', change: 'changed', before: 2, after: 3 },
        { path: '/list/2', change: 'added', after: 4 },
        { path: '/gone', change: 'removed', before: true },
        { path: '/x~1y', change: 'changed', before: 1, after: 2 },
      ],
    });
  });

  it('returns so many changes and counts the rest', async () => {
    const lines = (word: string) => Array.from({ length: 50 }, (_, at) => `${word}${at}`).join('\n');
    expect(await compute('diff', { before: lines('a'), after: lines('b'), limit: 10 })).toMatchObject({
      added: 50,
      omitted: 93,
    });
    expect(await compute('diff', { before: [1, 2, 3], after: [], limit: 1 })).toMatchObject({ removed: 3, omitted: 2 });
  });
});
