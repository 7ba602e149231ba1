import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aTracedCall } from '../testing/gap-store.contract.js';
import { longChains, repeatedSequences, sessionsOf } from './call-sequences.js';
import type { TracedCall } from './gap-store.js';

const principalId = '0198f000-0000-7000-8000-00000000a001';

/** Calls of `acme/a`, `acme/b` …, one second apart. */
const called = (tools: string, parts: Partial<TracedCall> = {}, from = 0): TracedCall[] =>
  [...tools].map((tool, at) =>
    aTracedCall({ principalId, tool: `acme/${tool}`, at: from + at * 1_000, session: 's', ...parts }),
  );
const found = (calls: readonly TracedCall[]) =>
  repeatedSequences(calls).map(({ tools, occurrences }) => [
    tools.map((it) => it.slice(5)).join(''),
    occurrences.length,
  ]);
const handsOn = (calls: readonly TracedCall[]): TracedCall[] =>
  calls.map((call, at) => {
    const before = calls[at - 1];
    return before === undefined
      ? call
      : { ...call, parameters: { text: { call: before.id, of: 'output', path: ['value'] } } };
  });

describe('calls that belong together', () => {
  it('are those of one session, and without one those without a long pause', () => {
    const minute = 60_000;
    const loose = [0, 9, 30].map((at) => aTracedCall({ principalId, session: null, at: at * minute }));
    const sessions = sessionsOf([...called('ab'), ...loose, ...called('c', { session: 't' }, 99 * minute)]);
    expect(sessions.map(({ length }) => length).sort()).toEqual([1, 1, 2, 2]);
  });

  it('are never of two callers', () => {
    const other = { principalId: '0198f000-0000-7000-8000-00000000a002' };
    expect(found([...called('ab'), ...called('ab', other, 10), ...called('ab', {}, 90_000)])).toEqual([['ab', 3]]);
    const mixed = [0, 1, 2, 3, 4, 5].flatMap((at) => called('ab'[at % 2] ?? '', at % 2 === 0 ? {} : other, at * 1_000));
    expect(found(mixed)).toEqual([]);
  });
});

describe('repeated sequences', () => {
  it('occur three times, in one session or in several', () => {
    expect(found(called('abcab'))).toEqual([]);
    expect(found(called('abcabdab'))).toEqual([['ab', 3]]);
    const sessions = ['s', 't', 'u'].flatMap((session, at) => called('abc', { session }, at * 100_000));
    expect(found(sessions)).toEqual([['abc', 3]]);
  });

  it('are the longest ones: neither a part nor a rotation is found beside them', () => {
    expect(found(called('ababababab'))).toEqual([['ab', 5]]);
    expect(found(called('abcxabcyabc'))).toEqual([['abc', 3]]);
  });

  it('have at least two tools', () => {
    expect(found(called('aaaaaaaa'))).toEqual([]);
  });

  it('count each call once, whatever was called', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 }), (tools) => {
        const sequences = repeatedSequences(called(tools));
        const used = sequences.flatMap(({ occurrences }) => occurrences.flat().map(({ id }) => id));
        expect(new Set(used).size).toBe(used.length);
        for (const { tools: names, occurrences } of sequences) {
          expect(occurrences.length).toBeGreaterThanOrEqual(3);
          for (const calls of occurrences) expect(calls.map(({ tool }) => tool)).toEqual(names);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('long chains', () => {
  it('are more than five calls of which each hands a value to the next', () => {
    const chains = (tools: string) => longChains(handsOn(called(tools))).map((it) => it.tools.length);
    expect(chains('abcde')).toEqual([]);
    expect(chains('abcdef')).toEqual([6]);
    expect(longChains(called('abcdef'))).toEqual([]);
  });

  it('have every call that they take values from, and are one when their tools are equal', () => {
    const chain = handsOn(called('abcdef'));
    const [side] = called('x', {}, 4_500);
    const last = chain.at(-1) as TracedCall;
    const both = { ...last.parameters, more: { call: side?.id ?? '', of: 'output', path: [] } } as const;
    const whole = [...chain.slice(0, -1), side as TracedCall, { ...last, parameters: both }];
    const again = handsOn(called('abcdef', { session: 'later' }, 900_000));
    const [first, second] = longChains([...whole, ...again]);
    expect(first?.tools.map((it) => it.slice(5)).join('')).toBe('abcdexf');
    expect([second?.tools.length, second?.occurrences.length]).toEqual([6, 1]);
    const thrice = longChains([...again, ...handsOn(called('abcdef', { session: 'z' }, 2_000_000))]);
    expect(thrice.map(({ occurrences }) => occurrences.length)).toEqual([2]);
  });

  it('pass over arguments that only repeat an argument', () => {
    const calls = handsOn(called('abcdef')).map((it) => ({
      ...it,
      parameters: Object.fromEntries(
        Object.entries(it.parameters).map(([name, origin]) => [name, origin && { ...origin, of: 'input' as const }]),
      ),
    }));
    expect(longChains(calls)).toEqual([]);
  });
});
