import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anOutcome, readTerms } from './learnt-outcome.fixture.js';
import { type LearntOutcome, levels } from './learnt-outcome.js';
import { TaskMemory } from './task-memory.js';

const now = Date.UTC(2026, 5, 1);
const yearMs = 365 * 86_400_000;

function memoryOf(...outcomes: readonly LearntOutcome[]): TaskMemory {
  const memory = new TaskMemory(readTerms);
  for (const outcome of outcomes) memory.add(outcome);
  return memory;
}
const judge = (memory: TaskMemory, text: string, tools: readonly string[] = [], at = now) =>
  memory.judge(readTerms(text), tools, at);
const gain = (memory: TaskMemory, tool: string, text = 'send a letter', at = now) =>
  judge(memory, text, [tool], at).get(tool)?.gain ?? 0;

describe('TaskMemory', () => {
  it('knows nothing at first', () => {
    expect(judge(memoryOf(), 'send a letter', ['acme/mail']).size).toBe(0);
    expect(memoryOf().level(now)).toBe(1);
  });

  it('lifts what succeeded with similar tasks, with how many these are', () => {
    const memory = memoryOf(
      anOutcome(1),
      anOutcome(2, { task: 'send a long letter' }),
      anOutcome(3, { task: 'bake bread' }),
    );
    expect(judge(memory, 'send this letter').get('acme/mail')).toMatchObject({ similar: 2 });
    expect(gain(memory, 'acme/mail')).toBeGreaterThan(0.3);
  });

  it('says nothing of a tool for a task that shares no word with what it did, but that it does well', () => {
    const memory = memoryOf(anOutcome(1));
    expect(judge(memory, 'forecast weather').has('acme/mail')).toBe(false);
    expect(gain(memory, 'acme/mail', 'forecast weather')).toBeLessThan(gain(memory, 'acme/mail') / 4);
  });

  it('lowers what failed, and what was shown and passed over', () => {
    const failed = anOutcome(1, { tool: 'acme/bad', succeeded: false });
    const shown = anOutcome(2, { searchId: 's', shown: ['acme/mail', 'acme/other'] });
    const memory = memoryOf(failed, shown, { ...shown, id: anOutcome(3).id, searchId: 't' });
    expect(gain(memory, 'acme/bad')).toBeLessThan(0);
    expect(gain(memory, 'acme/other')).toBeLessThan(0);
    expect(gain(memory, 'acme/mail')).toBeGreaterThan(0);
    expect(judge(memory, 'send a letter').has('acme/other')).toBe(false);
  });

  it('counts once what one search showed, however many of its tools were called', () => {
    const parts = { searchId: 's', shown: ['acme/mail', 'acme/post', 'acme/other'] };
    const memory = memoryOf(anOutcome(1, parts), anOutcome(2, { ...parts, tool: 'acme/post' }));
    expect(memory.timesShown('acme/other', anOutcome(1).at)).toBeCloseTo(1, 9);
    memory.remove(anOutcome(1).id);
    expect(memory.timesShown('acme/other', anOutcome(1).at)).toBeCloseTo(1, 9);
    memory.remove(anOutcome(2).id);
    expect(memory.timesShown('acme/other', anOutcome(1).at)).toBe(0);
  });

  it('forgets with time: what is old weighs less than what is new', () => {
    const old = anOutcome(1, { tool: 'acme/old', at: now - yearMs });
    const memory = memoryOf(old, { ...old, id: anOutcome(2).id }, anOutcome(3), anOutcome(4));
    expect(gain(memory, 'acme/mail')).toBeGreaterThan(gain(memory, 'acme/old'));
    expect(gain(memory, 'acme/mail', 'send a letter', now + 3 * yearMs)).toBeLessThan(gain(memory, 'acme/mail'));
  });

  it('counts a caller’s flood little', () => {
    const flood = Array.from({ length: 30 }, (_, n) => anOutcome(n + 10, { tool: 'acme/flood', weight: 0.05 }));
    const honest = [1, 2, 3].map((n) => anOutcome(n));
    const memory = memoryOf(...flood, ...honest);
    expect(gain(memory, 'acme/mail')).toBeGreaterThan(gain(memory, 'acme/flood'));
  });

  it('learns by how much to trust what it learnt', () => {
    const standing = (best: number) => levels.map((level) => (level === best ? 1 : 0.3));
    const of = (best: number) => memoryOf(...[1, 2, 3].map((n) => anOutcome(n, { standing: standing(best) })));
    expect(of(0).level(now)).toBe(0);
    expect(of(1.5).level(now)).toBe(1.5);
    expect(memoryOf(anOutcome(1, { standing: levels.map(() => 1) })).level(now)).toBe(1);
    expect(memoryOf(anOutcome(1, { standing: [1, 0, 0] })).level(now)).toBe(1);
  });

  const outcome = fc
    .record({
      number: fc.integer({ min: 10, max: 40 }),
      searchId: fc.option(fc.constantFrom('s', 't')),
      task: fc.constantFrom('send a letter', 'write a letter home', 'bake bread', 'read news'),
      tool: fc.constantFrom('a/x', 'a/y', 'a/z'),
      succeeded: fc.boolean(),
      weight: fc.constantFrom(1, 0.5, 0.1),
      at: fc.integer({ min: now - yearMs, max: now }),
    })
    .map(({ number, ...parts }) =>
      anOutcome(number, { ...parts, shown: parts.searchId === null ? [] : ['a/x', 'a/y'] }),
    );
  const outcomes = fc.uniqueArray(outcome, { selector: ({ id }) => id, maxLength: 12 });

  it('does not depend on what was added and taken out again', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (kept, gone) => {
        const ids = new Set(kept.map(({ id }) => id));
        const others = gone
          .filter(({ id }) => !ids.has(id))
          .map((it): LearntOutcome => ({ ...it, searchId: it.searchId && `${it.searchId} of others` }));
        const changed = memoryOf(...others, ...kept);
        for (const { id } of others) changed.remove(id);
        expect(changed.size).toBe(kept.length);
        const pure = memoryOf(...kept);
        for (const tool of ['a/x', 'a/y', 'a/z'])
          expect(gain(changed, tool, 'write a letter')).toBeCloseTo(gain(pure, tool, 'write a letter'), 6);
      }),
    );
  });

  it('does not depend on the order in which outcomes come', () => {
    fc.assert(
      fc.property(outcomes, (some) => {
        const [one, other] = [memoryOf(...some), memoryOf(...some.toReversed())];
        for (const tool of ['a/x', 'a/y', 'a/z'])
          expect(gain(one, tool, 'write a letter')).toBeCloseTo(gain(other, tool, 'write a letter'), 6);
      }),
    );
  });

  it('stores an outcome once, however often it is reported', () => {
    const memory = memoryOf(anOutcome(1), anOutcome(1));
    expect(memory.size).toBe(1);
    expect(gain(memory, 'acme/mail')).toBe(gain(memoryOf(anOutcome(1)), 'acme/mail'));
  });
});
