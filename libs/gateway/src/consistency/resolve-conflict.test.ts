import type { ResolutionWay } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agree } from './agree.js';
import { type Conflict, compareFacts, type Source, type SourceClaim } from './compare-facts.js';
import type { FieldRule } from './field-rule.js';
import { resolveBy } from './resolve-conflict.js';

const rule: FieldRule = { name: 'price', tolerance: { absolute: 0.5 }, severity: 'WARNING', resolve: [] };
const claim = (value: unknown, parts: Partial<SourceClaim> = {}): SourceClaim => ({
  source: `acme/${String(value)}@1.0.0`,
  authority: 0.5,
  asOf: undefined,
  value,
  ...parts,
});
const conflict = (claims: readonly SourceClaim[]): Conflict => ({
  entity: '',
  rule,
  path: '/price',
  claims: claims as unknown as Conflict['claims'],
});
const resolved = (way: ResolutionWay, claims: readonly SourceClaim[]) => resolveBy(way, conflict(claims))?.claim.value;

describe('resolveBy', () => {
  it('majority takes what more than half agree on', () => {
    expect(resolved('majority', [claim(1), claim(5), claim(5.2)])).toBe(5);
    expect(resolved('majority', [claim(1), claim(5)])).toBeUndefined();
    expect(resolved('majority', [claim(1), claim(1.1), claim(5), claim(5.1)])).toBeUndefined();
    // 1.5 agrees with both its neighbours, which do not agree with each other.
    expect(resolved('majority', [claim(1), claim(2), claim(1.5)])).toBe(1.5);
    expect(resolved('majority', [claim(1), claim(1.4), claim(1.8), claim(2.2)])).toBe(1.4);
    expect(resolved('majority', [claim(1), claim(1.25), claim(1.75), claim(1.5), claim(2)])).toBe(1.5);
  });

  it('authority takes the clearly most trusted', () => {
    expect(resolved('authority', [claim(1, { authority: 0.5 }), claim(5, { authority: 0.8 })])).toBe(5);
    expect(resolved('authority', [claim(1, { authority: 0.78 }), claim(5, { authority: 0.8 })])).toBeUndefined();
    const three = [claim(1, { authority: 0.4 }), claim(5.1, { authority: 0.79 }), claim(5, { authority: 0.8 })];
    expect(resolved('authority', three)).toBe(5);
  });

  it('freshness takes the latest, where all say of when they are', () => {
    expect(resolved('freshness', [claim(1, { asOf: 10 }), claim(5, { asOf: 20 })])).toBe(5);
    expect(resolved('freshness', [claim(1, { asOf: 20 }), claim(5, { asOf: 20 })])).toBeUndefined();
    expect(resolved('freshness', [claim(1), claim(5, { asOf: 20 })])).toBeUndefined();
  });

  it('leaves model and person to others', () => {
    expect([resolved('model', [claim(1), claim(5)]), resolved('person', [claim(1), claim(5)])]).toEqual([
      undefined,
      undefined,
    ]);
  });

  const claims = fc.array(
    fc.record({
      source: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.oneof(fc.constantFrom(1, 1.3, 1.5, 1.9, 2, 5), fc.constantFrom('x', 'y')),
      authority: fc.constantFrom(0.4, 0.5, 0.52, 0.9),
      asOf: fc.constantFrom(undefined, 1, 2),
    }),
    { minLength: 2, maxLength: 7 },
  );

  it('a majority is never half', () => {
    fc.assert(
      fc.property(claims, (some) => {
        const found = resolveBy('majority', conflict(some));
        if (found === undefined) return;
        const behind = some.filter((it) => agree(it.value, found.claim.value, rule.tolerance));
        expect(2 * behind.length).toBeGreaterThan(some.length);
      }),
    );
  });

  it('does not depend on the order of the claims', () => {
    const shuffled = claims.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(
        shuffled,
        fc.constantFrom<ResolutionWay>('majority', 'authority', 'freshness'),
        ([some, other], way) => {
          expect(resolveBy(way, conflict(other))?.claim.value).toEqual(resolveBy(way, conflict(some))?.claim.value);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('compareFacts', () => {
  const source = (name: string, values: Record<string, unknown>, entity = 'e'): Source => ({
    name,
    authority: 0.5,
    entities: [
      {
        entity,
        asOf: undefined,
        facts: new Map(
          Object.entries(values).map(([field, value]) => [
            field,
            { rule: { ...rule, name: field }, path: `/${field}`, value },
          ]),
        ),
      },
    ],
  });

  it('compares the same fields of the same things', () => {
    const others = [
      source('b', { price: 1.2, stock: 3 }),
      source('c', { price: 9 }),
      source('d', { price: 9 }, 'other'),
    ];
    const { conflicts, per } = compareFacts(source('a', { price: 1, stock: 3, note: 'x' }), others);
    expect(conflicts).toMatchObject([
      {
        path: '/price',
        claims: [
          { source: 'a', value: 1 },
          { source: 'b', value: 1.2 },
          { source: 'c', value: 9 },
        ],
      },
    ]);
    expect([...per]).toEqual([
      ['b', { compared: 2, conflicts: 0 }],
      ['c', { compared: 1, conflicts: 1 }],
      ['d', { compared: 0, conflicts: 0 }],
    ]);
  });
});
