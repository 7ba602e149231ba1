import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anOutcome, readTerms } from './learnt-outcome.fixture.js';
import type { LearntOutcome } from './learnt-outcome.js';
import { maxShareOfOne, SharedMemory } from './shared-memory.js';

const now = Date.UTC(2026, 5, 1);
const words = ['send', 'letter', 'bird', 'weather', 'invoice', 'pay'];
const tools = ['acme/mail', 'acme/pigeon', 'acme/bill', 'acme/sky'];
const task = fc.subarray(words, { minLength: 1 }).map((some) => some.join(' '));

const outcome = (principals: readonly string[]): fc.Arbitrary<Partial<LearntOutcome>> =>
  fc.record({
    principalId: fc.constantFrom(...principals),
    task,
    tool: fc.constantFrom(...tools),
    succeeded: fc.boolean(),
    weight: fc.double({ min: 0.05, max: 1, noNaN: true }),
    searchId: fc.constantFrom(null, 's1', 's2'),
    shown: fc.subarray(tools),
    standing: fc.constantFrom([], [1, 0.6, 0.5, 0, 0], [0, 0, 0.5, 0.6, 1]),
    at: fc.integer({ min: now - 100 * 86_400_000, max: now }),
  });
const numbered = (all: readonly Partial<LearntOutcome>[], from = 0) =>
  all.map((parts, n) => anOutcome(from + n, { ...parts, id: `o${from + n}` }));

function memoryOf(outcomes: readonly LearntOutcome[]): SharedMemory {
  const memory = new SharedMemory(readTerms);
  for (const one of outcomes) memory.add(one);
  return memory;
}
const gains = (memory: SharedMemory, query: string, by: string) => {
  const judged = memory.judge(readTerms(query), tools, by, now);
  return tools.map((tool) => judged.get(tool)?.gain ?? 0);
};

describe('SharedMemory', () => {
  it('lets nobody move a tool further than a bounded share in the searches of others, however many calls are made', () => {
    fc.assert(
      fc.property(
        fc.array(outcome(['ann', 'bob', 'cay', 'dan']), { maxLength: 25 }),
        fc.array(outcome(['eve']), { maxLength: 40 }),
        task,
        (others, flood, query) => {
          const [honest, flooded] = [numbered(others), numbered(flood, 100)];
          const [without, beside] = [memoryOf(honest), memoryOf([...honest, ...flooded])];
          const before = gains(without, query, 'ann');
          gains(beside, query, 'ann').forEach((gain, at) => {
            expect(Math.abs(gain - (before[at] as number))).toBeLessThanOrEqual(maxShareOfOne + 1e-9);
          });
          expect(beside.level('ann', now)).toBe(without.level('ann', now));
          for (const tool of tools)
            expect(beside.timesShown(tool, 'ann', now)).toBe(without.timesShown(tool, 'ann', now));
        },
      ),
    );
  });

  it('counts a searcher’s own outcomes in full, and the agreement of others more and more', () => {
    const own = memoryOf([anOutcome(1)]);
    const gainFor = (memory: SharedMemory, by: string) => gains(memory, 'send letter', by)[0] as number;
    expect(gainFor(own, 'ann')).toBeGreaterThan(1);
    expect(gainFor(own, 'bob')).toBeCloseTo(0.25, 6);
    const agreeing = (count: number) =>
      memoryOf(Array.from({ length: count }, (_, n) => anOutcome(n, { principalId: `p${n}` })));
    expect([1, 3, 9].map((count) => Number(gainFor(agreeing(count), 'bob').toFixed(2)))).toEqual([0.25, 0.5, 0.75]);
  });

  it('asks a bounded number of others, and bounds one’s share among them, too', () => {
    const many = Array.from({ length: 120 }, (_, n) => anOutcome(n, { id: `m${n}`, principalId: `p${n}` }));
    const flood = Array.from({ length: 30 }, (_, n) =>
      anOutcome(n, { id: `f${n}`, principalId: 'a', succeeded: false }),
    );
    const [before] = gains(memoryOf(many), 'send letter', 'ann');
    const [after] = gains(memoryOf([...many, ...flood]), 'send letter', 'ann');
    expect(before).toBeGreaterThan(0.9);
    expect(Math.abs((after as number) - (before as number))).toBeLessThan(0.05);
  });

  it('depends on the set of outcomes alone, so that replicas agree', () => {
    const orders = fc
      .array(outcome(['ann', 'bob', 'cay']), { minLength: 1, maxLength: 20 })
      .map((all) => numbered(all))
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
      );
    fc.assert(
      fc.property(orders, task, ([all, shuffled, gone], query) => {
        const removed = new Set(gone.map(({ id }) => id));
        const one = memoryOf(all);
        for (const { id } of gone) one.remove(id);
        const other = memoryOf(shuffled.filter(({ id }) => !removed.has(id)));
        expect(one.size).toBe(other.size);
        gains(one, query, 'ann').forEach((gain, at) => {
          expect(gain).toBeCloseTo(gains(other, query, 'ann')[at] as number, 9);
        });
      }),
    );
  });

  it('lets a tool recover that failed often: three successes of the searcher outweigh twenty failures', () => {
    const failures = Array.from({ length: 20 }, (_, n) => anOutcome(n, { id: `f${n}`, succeeded: false }));
    const successes = Array.from({ length: 3 }, (_, n) => anOutcome(n, { id: `s${n}` }));
    expect(gains(memoryOf(failures), 'send letter', 'ann')[0]).toBeLessThan(-0.5);
    expect(gains(memoryOf([...failures, ...successes]), 'send letter', 'ann')[0]).toBeGreaterThan(1);
  });

  it('counts the calls that a judgement rests on', () => {
    const memory = memoryOf([
      anOutcome(1),
      anOutcome(2, { principalId: 'bob' }),
      anOutcome(3, { principalId: 'bob', succeeded: false }),
      anOutcome(4, { task: 'unrelated' }),
    ]);
    expect(memory.calls(['letter', 'post'], 'ann')).toEqual(
      new Map([['acme/mail', { yours: 1, others: 2, failed: 1 }]]),
    );
  });

  it('replaces an outcome of the same id, and is empty when all are removed', () => {
    const memory = memoryOf([anOutcome(1), anOutcome(1, { principalId: 'bob' })]);
    expect([...memory.outcomes()].map(({ principalId }) => principalId)).toEqual(['bob']);
    memory.remove(anOutcome(1).id);
    memory.remove('unknown');
    expect(memory.size).toBe(0);
  });
});
