import { describe, expect, it } from '@jest/globals';
import type { Policy } from './policy.js';
import { PolicyBook } from './policy-book.js';

const policy = (parts: Partial<Policy> = {}): Policy => ({
  id: 'one',
  organisationId: 'acme',
  name: 'freeze',
  version: 1,
  text: 'forbid all',
  description: null,
  changedAt: 5,
  changedBy: 'ann',
  ...parts,
});
const put = (book: PolicyBook, state: Policy) => book.apply({ kind: 'policy', id: state.id, state });
const shown = (book: PolicyBook) => book.of('acme').map(({ name, version, shipped }) => [name, version, shipped]);

describe('PolicyBook', () => {
  it('has what ships for everybody, until something takes its place', () => {
    const book = new PolicyBook('permit all');
    expect(book.of('acme')).toBe(book.onlyShipped);
    put(book, policy());
    expect(shown(book)).toEqual([
      ['default', 0, true],
      ['freeze', 1, false],
    ]);
    put(book, policy({ id: 'two', name: 'default', text: 'permit some', version: 1 }));
    expect(shown(book)).toEqual([
      ['default', 1, false],
      ['freeze', 1, false],
    ]);
    expect(book.of('other')).toBe(book.onlyShipped);
  });

  it('brings back what ships when its replacement is deleted, and forgets the others', () => {
    const book = new PolicyBook('permit all');
    put(book, policy({ id: 'two', name: 'default', text: null, version: 2 }));
    put(book, policy({ text: null, version: 2 }));
    expect(shown(book)).toEqual([['default', 2, true]]);
    expect(book.latest('acme', 'freeze')?.version).toBe(2);
    expect(book.inForce('acme', 'freeze')).toBeUndefined();
    book.apply({ kind: 'policy', id: 'one', state: null });
    expect(book.latest('acme', 'freeze')).toBeUndefined();
  });

  it('answers the same list until something changes', () => {
    const book = new PolicyBook('permit all');
    put(book, policy());
    const before = book.of('acme');
    expect(book.of('acme')).toBe(before);
    put(book, policy({ id: 'x', organisationId: 'other' }));
    expect(book.of('acme')).toBe(before);
    put(book, policy({ version: 2 }));
    expect(book.of('acme')).not.toBe(before);
  });
});
