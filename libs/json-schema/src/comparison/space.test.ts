import { describe, expect, it } from '@jest/globals';
import { SchemaDocument } from './schema-document.js';
import { everything, nothing } from './shape.js';
import { Space, Undecided } from './space.js';

const parts = { a: { type: 'string' }, b: { minLength: 1 }, noted: { title: 'A' }, toA: { $ref: '#/$defs/a' } };
const document = new SchemaDocument({ $defs: parts });
const space = new Space(100);
const [a, b] = [space.read(parts.a, document), space.read(parts.b, document)];

describe('schemas of a comparison', () => {
  it.each<[unknown, unknown]>([
    [undefined, everything],
    [true, everything],
    [false, nothing],
    [parts.noted, everything],
  ])('reads %j without a number', (raw, expected) => expect(space.read(raw, document)).toBe(expected));

  it('refuses what is no schema', () => {
    for (const raw of [1, 'a', null, []]) expect(() => space.read(raw, document)).toThrow(Undecided);
  });

  it('identifies a schema with itself and with references to it, per document', () => {
    expect(space.read(parts.a, document)).toBe(a);
    expect(space.read(parts.toA, document)).toBe(a);
    expect(space.read(parts.a, new SchemaDocument({ $defs: parts }))).not.toBe(a);
    expect(space.node(a.literals[0] as number).raw).toBe(parts.a);
  });

  it('leaves a reference that leads to itself', () => {
    const loop = new SchemaDocument({ $defs: { x: { $ref: '#/$defs/x' } } });
    expect(space.read({ $ref: '#/$defs/x' }, loop).literals).toHaveLength(1);
  });

  it('conjunctions are interned, commutative and idempotent', () => {
    expect(space.and(a, b)).toBe(space.and(b, a));
    expect(space.and(a, a)).toBe(a);
    expect(space.and(a, space.and(a, b))).toBe(space.and(a, b));
    expect(space.and(a, everything)).toBe(a);
    expect(space.and(everything, b)).toBe(b);
    expect(space.and(a, nothing)).toBe(nothing);
  });

  it('a schema and its negation have nothing in common', () => {
    const [notA] = space.negations(a);
    expect(space.and(a, notA ?? everything)).toBe(nothing);
    expect(space.negations(space.and(a, b))).toHaveLength(2);
    expect(space.negations(nothing)).toEqual([everything]);
    expect(space.negations(everything)).toEqual([]);
  });

  it('gives up after its work', () => {
    const small = new Space(2);
    small.spend(2);
    expect(() => small.spend()).toThrow(Undecided);
  });

  it('descends to a depth, and forgets it on the way back, after errors too', () => {
    const down = (): number =>
      space.descend(
        3,
        () => 1 + down(),
        () => 0,
      );
    expect(down()).toBe(3);
    expect(() =>
      space.descend(
        3,
        () => {
          throw new Error('stop');
        },
        () => 0,
      ),
    ).toThrow('stop');
    expect(down()).toBe(3);
  });
});
