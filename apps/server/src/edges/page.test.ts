import { describe, expect, it } from '@jest/globals';
import { FailureException } from './failure-exception.js';
import { type PageQuery, pageOf, readCursor, writeCursor } from './page.js';

const rows = ['a/1', 'b', 'ç', 'd', 'e'];
const page = (query: PageQuery, items = rows) => pageOf(items, query, (it) => it);

/** Every page from the first to the last. */
function walk(limit: number): string[][] {
  const pages: string[][] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const { items, nextCursor } = page({ limit, cursor });
    pages.push([...items]);
    cursor = nextCursor;
  }
  return pages;
}

describe('pageOf', () => {
  it.each([
    [1, rows.map((it) => [it])],
    [2, [['a/1', 'b'], ['ç', 'd'], ['e']]],
    [5, [rows]],
    [200, [rows]],
  ])('walks a list %i at a time, each row once', (limit, pages) => {
    expect(walk(limit)).toEqual(pages);
  });

  it('shows fifty by default, and nothing of nothing', () => {
    const many = Array.from({ length: 60 }, (_, i) => String(i));
    expect(page({}, many).items).toHaveLength(50);
    expect(page({}, [])).toEqual({ items: [], nextCursor: null });
  });

  it('goes on where it was although rows came before', () => {
    const { nextCursor } = page({ limit: 2 });
    expect(page({ limit: 2, cursor: nextCursor ?? '' }, ['0', ...rows]).items).toEqual(['ç', 'd']);
  });

  it.each(['', '!!', 'YQ==', writeCursor('gone'), 'x'.repeat(400)])('refuses the cursor %j', (cursor) => {
    expect(() => page({ cursor })).toThrow(FailureException);
    expect(() => page({ cursor })).toThrow(/start again/);
  });
});

it.each(['a', 'acme/orders.create', 'ç 🧾'])('reads the cursor it wrote for %j', (key) => {
  expect(readCursor(writeCursor(key))).toBe(key);
  expect(writeCursor(key)).toMatch(/^[A-Za-z0-9_-]+$/);
});
