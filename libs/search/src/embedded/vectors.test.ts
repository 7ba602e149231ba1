import { fromQuantised, quantised } from '@assay/discovery';
import { runAtOnce } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Vectors } from './vectors.js';

const dimensions = 37;
const vector = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: dimensions, maxLength: dimensions })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)));

type Step = { readonly slot: number; readonly vector: Float32Array | undefined };
const step: fc.Arbitrary<Step> = fc.record({ slot: fc.nat(2_100), vector: fc.option(vector, { nil: undefined }) });

/** What the bytes say, multiplied one by one. */
function expected(a: Float32Array, b: Float32Array): number {
  const [left, right] = [fromQuantised(quantised(a)), fromQuantised(quantised(b))];
  return left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
}

function filled(steps: readonly Step[]) {
  const vectors = new Vectors();
  const model = new Map<number, Float32Array>();
  for (const { slot, vector: it } of steps) {
    vectors.put(slot, it);
    if (it === undefined) model.delete(slot);
    else model.set(slot, it);
  }
  return { vectors, model };
}

function expectSame(vectors: Vectors, model: ReadonlyMap<number, Float32Array>, query: Float32Array) {
  const cosines = vectors.cosines(query);
  expect(vectors.live).toBe(model.size);
  expect(cosines === undefined).toBe(model.size === 0);
  const slots = Array.from({ length: 2_200 }, (_, slot) => slot);
  const present = slots.filter((slot) => cosines?.has(slot));
  expect(present).toEqual([...model.keys()].sort((a, b) => a - b));
  for (const [slot, there] of model) expect(cosines?.of(slot)).toBeCloseTo(expected(query, there), 5);
  expect(slots.filter((slot) => !model.has(slot) && (cosines?.of(slot) ?? 0) !== 0)).toEqual([]);
}

describe('Vectors', () => {
  it('give every document its cosine, whatever was put and removed before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), vector, (steps, query) => {
        const { vectors, model } = filled(steps);
        expectSame(vectors, model, query);
      }),
      { numRuns: 30 },
    );
  });

  it('follow their documents to other slots', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.array(fc.boolean()),
        vector,
        (steps, kept, query) => {
          const { vectors, model } = filled(steps);
          const moved = new Int32Array(2_101).fill(-1);
          const after = new Map<number, Float32Array>();
          let target = 0;
          for (let slot = 0; slot < moved.length; slot += 1) {
            if (kept[slot % (kept.length || 1)] === false) continue;
            moved[slot] = target;
            const it = model.get(slot);
            if (it !== undefined) after.set(target, it);
            target += 1;
          }
          vectors.compact(moved);
          expectSame(vectors, after, query);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('give the cosine of the part that a document is nearest to, exact or estimated', () => {
    for (const count of [50, 5_000]) {
      const vectors = new Vectors();
      const one = (slot: number) => Float32Array.from({ length: 64 }, (_, at) => Math.sin(slot * 13 + at * at));
      for (let slot = 0; slot < count; slot += 1) vectors.put(slot, one(slot));
      const cosines = vectors.cosines(one(7), [one(9), new Float32Array(64), Float32Array.of(1)]);
      expect([7, 9].map((slot) => Math.round(100 * (cosines?.of(slot) ?? 0)))).toEqual([100, 100]);
      if (count > 4_096) expect(cosines?.near).toEqual(expect.arrayContaining([7, 9]));
      const [whole, part] = [one(7), one(9)].map((it) => vectors.cosines(it)?.exact(3) ?? 0) as [number, number];
      expect(vectors.cosines(one(7), [one(9)])?.exact(3)).toBe(Math.max(whole, part));
    }
  });

  it('take no room before there are any, and a byte a dimension then', () => {
    const vectors = new Vectors();
    vectors.put(5_000, undefined);
    vectors.compact(new Int32Array(3));
    expect(vectors.bytes).toBe(0);
    for (let slot = 0; slot < 5_000; slot += 1) vectors.put(slot, new Float32Array(384).fill(0.05));
    expect(vectors.bytes).toBeLessThan(5_000 * 384 * 1.7);
    expect(vectors.live).toBe(5_000);
  });

  it('have one length at a time: another model starts over', () => {
    const vectors = new Vectors();
    vectors.put(0, Float32Array.of(1, 0));
    expect(vectors.cosines(Float32Array.of(1, 0, 0))).toBeUndefined();
    vectors.put(1, Float32Array.of(0, 1, 0));
    expect(vectors.cosines(Float32Array.of(1, 0))).toBeUndefined();
    expect(vectors.cosines(Float32Array.of(0, 1, 0))?.of(1)).toBeCloseTo(1);
    expect(vectors.live).toBe(1);
  });

  it('ignore a vector without direction, an empty one and one beyond measure', () => {
    const vectors = new Vectors();
    for (const length of [0, 3, 9_000]) vectors.put(0, new Float32Array(length));
    expect(vectors.live).toBe(0);
    vectors.put(0, Float32Array.of(1, 0, 0));
    expect(vectors.cosines(new Float32Array(3))).toBeUndefined();
  });

  it('finds the nearest of many by codes, with exact cosines', () => {
    const next = numbers(5);
    const random = () => unit(Float32Array.from({ length: 256 }, next));
    const vectors = new Vectors();
    const all = Array.from({ length: 6_000 }, random);
    for (const [slot, one] of all.entries()) vectors.put(slot, one);
    const [target, other] = [all[4_321] as Float32Array, random()];
    const query = unit(target.map((value, at) => value + 0.8 * (other[at] as number)));
    const cosines = vectors.cosines(query);
    const dot = (one: Float32Array) => one.reduce((sum, value, at) => sum + value * (query[at] as number), 0);
    const order = all.map((_, slot) => slot).sort((a, b) => (cosines?.of(b) ?? 0) - (cosines?.of(a) ?? 0));
    expect(order[0]).toBe(4_321);
    expect(cosines?.near).toContain(4_321);
    expect(cosines?.of(4_321)).toBeCloseTo(dot(target), 2);
    expect(cosines?.exact(7)).toBeCloseTo(dot(all[7] as Float32Array), 2);
    const near = cosines?.near?.length;
    expect(near).toBeGreaterThanOrEqual(512);
    expect(near).toBeLessThan(1_200);
  });

  it('answers the same from shared memory', () => {
    const next = numbers(9);
    const vectors = new Vectors();
    for (let slot = 0; slot < 50; slot += 1) vectors.put(slot, unit(Float32Array.from({ length: 37 }, next)));
    const query = unit(Float32Array.from({ length: 37 }, next));
    const restored = Vectors.restore(runAtOnce(vectors.image(50)));
    const slots = Array.from({ length: 50 }, (_, slot) => slot);
    expect(slots.map((slot) => restored.cosines(query)?.of(slot))).toEqual(
      slots.map((slot) => vectors.cosines(query)?.of(slot)),
    );
  });
});

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Numbers in [-1,1) (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1;
  };
}
