import { describe, expect, it } from '@jest/globals';
import { writeCursor } from './page.js';
import { positionOf, timedPage } from './timed-page.js';

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: id(index), createdAt: 100 - index }));

describe('a page of a list by time', () => {
  it('asks for one row more than it shows, and says where the next begins', () => {
    expect(positionOf({ limit: 2 })).toEqual({ after: null, limit: 3 });
    const { items, nextCursor } = timedPage(rows(3), { limit: 2 });
    expect(items).toHaveLength(2);
    expect(positionOf({ limit: 2, cursor: nextCursor as string })).toEqual({
      after: { at: 99, id: id(1) },
      limit: 3,
    });
  });

  it('ends where the rows end', () => {
    expect(timedPage(rows(2), { limit: 2 }).nextCursor).toBeNull();
    expect(timedPage(rows(0), {})).toEqual({ items: [], nextCursor: null });
  });

  it.each([
    'nonsense!',
    writeCursor('12'),
    writeCursor(`x ${id(1)}`),
    writeCursor('12 x'),
    writeCursor(`12 ${id(1)} more`),
    writeCursor(`9999999999999999 ${id(1)}`),
  ])('refuses the cursor %s', (cursor) => {
    expect(() => positionOf({ cursor })).toThrow(/cursor/);
  });
});
