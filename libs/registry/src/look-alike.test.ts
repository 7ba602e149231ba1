import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isOneEdit, isWellKnown, type KnownName, LookAlikeIndex, lookAlikes, wellUsedCalls } from './look-alike.js';

const used = (name: string): KnownName => ({ name, uses: wellUsedCalls });
const reasons = (name: string, known: string) => lookAlikes(name, [used(known)]).map((it) => it.reason);

describe('two names', () => {
  it.each([
    // new, well known
    ['g00gle', 'google'],
    ['goog1e', 'google'],
    ['5tripe', 'stripe'],
    ['comerncloud', 'comemcloud'],
    ['vvidgets', 'widgets'],
    ['acme-corp', 'acme.corp'],
    ['acmecorp', 'acme-corp'],
    ['acmme', 'acme'],
    ['g00g1e-c1oud', 'google.cloud'],
    ['10', 'io'],
    ['acme/Create', 'acme/create'],
    ['acrne/orders_create', 'acme/orders.create'],
  ])('%s looks the same as %s', (name, known) => {
    expect(reasons(name, known)).toEqual(['confusable']);
    expect(reasons(known, name)).toEqual(['confusable']);
  });

  it.each([
    ['acmes', 'acme'],
    ['amce', 'acme'],
    ['acne', 'acme'],
    ['stripe', 'strype'],
    ['gogle', 'goagle'],
    ['acme/order.create', 'acme/orders.create'],
    ['acrne/order.create', 'acme/orders.create'],
  ])('%s is one edit from %s', (name, known) => {
    expect(reasons(name, known)).toEqual(['one-edit']);
    expect(reasons(known, name)).toEqual(['one-edit']);
  });

  it.each([
    ['acme', 'acme'],
    ['ab', 'ac'],
    ['abc', 'abd'],
    ['aws', 'awss'],
    ['acme', 'apex'],
    ['stripe', 'strpie2'],
    ['ab/search', 'ac/search'],
    ['acme', 'acme/acme'],
    ['acne/order', 'acme/orders'],
    ['acme/search', 'globex/search'],
  ])('%s and %s are distinct', (name, known) => {
    expect(reasons(name, known)).toEqual([]);
  });
});

it('only well-used or proven names are protected', () => {
  expect(lookAlikes('acne', [{ name: 'acme', uses: wellUsedCalls - 1 }])).toEqual([]);
  expect(lookAlikes('acne', [{ name: 'acme', uses: 0, proven: true }])).toEqual([{ name: 'acme', reason: 'one-edit' }]);
  expect(isWellKnown({ name: 'acme', uses: 5, proven: false })).toBe(false);
});

/** Optimal string alignment distance by its recurrence. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => table[row]?.[column] as number;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = Math.min(...steps);
    }
  }
  return at(a.length, b.length);
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'i', '1', 'r', 'n', 'm', '-'),
  minLength: 1,
  maxLength: 7,
});
const names = fc.oneof(
  letters,
  fc.tuple(letters, letters).map((parts) => parts.join('/')),
);

it('isOneEdit is a distance of one', () => {
  fc.assert(
    fc.property(letters, letters, (a, b) => isOneEdit(a, b) === (distance(a, b) === 1)),
    { numRuns: 2_000 },
  );
});

it('the index returns exactly the results of a linear search', () => {
  fc.assert(
    fc.property(names, fc.uniqueArray(names, { maxLength: 60 }), (name, others) => {
      const existing = others.map(used);
      expect(new LookAlikeIndex(existing).of(name)).toEqual(lookAlikes(name, existing));
    }),
    { numRuns: 500 },
  );
});

it('the index finds every single edit of a well-known name', () => {
  const index = new LookAlikeIndex([used('northwind'), used('acme/orders.create')]);
  const edit = fc.record({
    at: fc.nat(8),
    letter: fc.constantFrom('x', '7', 'q'),
    how: fc.constantFrom('in', 'out', 'sub'),
  });
  fc.assert(
    fc.property(edit, ({ at, letter, how }) => {
      const rest = 'northwind'.slice(how === 'in' ? at : at + 1);
      const edited = `${'northwind'.slice(0, at)}${how === 'out' ? '' : letter}${rest}`;
      expect(index.of(edited)).toMatchObject([{ name: 'northwind' }]);
    }),
  );
});
