import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fail } from './failure.js';
import { defectsOf, nextStates, open, passage, requireSound, type StateTable } from './finite-state-machine.js';

type Door = 'shut' | 'ajar' | 'walled';
interface Key {
  readonly fits: boolean;
}
const locked = fail('conflict', 'The key does not fit.').error;
const door: StateTable<Door, Key> = {
  name: 'a door',
  initial: 'shut',
  final: ['walled'],
  ways: {
    shut: { ajar: ({ fits }) => (fits ? null : locked), walled: open },
    ajar: { shut: open, ajar: open },
    walled: {},
  },
};
/** A table of any shape: the defects are ones that types would prevent. */
const table = (parts: object) => ({ ...door, ...parts }) as unknown as StateTable<string, Key>;

describe('passage', () => {
  it('is open, closed for now, or missing', () => {
    expect(passage(door, 'shut', 'ajar', { fits: true })).toBeNull();
    expect(passage(door, 'shut', 'ajar', { fits: false })).toBe(locked);
    expect(passage(door, 'ajar', 'walled', { fits: true })).toBe('closed');
    expect(passage(table({}), 'missing', 'shut', { fits: true })).toBe('closed');
  });

  it('lists the next states, excluding the state itself', () => {
    expect(nextStates(door, 'shut')).toEqual(['ajar', 'walled']);
    expect(nextStates(door, 'ajar')).toEqual(['shut']);
  });
});

describe('a table', () => {
  it('that is sound has no defect and does not stop the program at start', () => {
    expect(defectsOf(door)).toEqual([]);
    expect(() => requireSound(door)).not.toThrow();
  });

  // defect, planted, message
  it.each([
    ['a beginning that is no state', { initial: 'open' }, 'it begins in "open", which is no state of it'],
    [
      'a way to an unknown state',
      { ways: { ...door.ways, ajar: { shut: open, gone: open } } },
      '"ajar" leads to "gone", which is no state of it',
    ],
    ['an unreachable state', { ways: { ...door.ways, glass: { shut: open } } }, 'nothing leads to "glass"'],
    [
      'a dead end that is not final',
      { ways: { ...door.ways, ajar: { ajar: open } } },
      'nothing leaves "ajar", which is not final',
    ],
    [
      'a way out of a final state',
      { ways: { ...door.ways, walled: { shut: open } } },
      '"walled" is declared final, and something leaves it',
    ],
    ['a final state that is none', { final: ['walled', 'burnt'] }, '"burnt" is declared final and is no state of it'],
  ])('with %s stops the program at start', (_, planted, defect) => {
    expect(defectsOf(table(planted))).toContain(defect);
    expect(() => requireSound(table(planted))).toThrow(`The states of a door are not sound: ${defect}`);
  });

  it('that is sound keeps a walk of any length within its states', () => {
    const choices = fc.array(fc.nat(7), { maxLength: 40 });
    fc.assert(
      fc.property(choices, (steps) => {
        let state: Door = door.initial;
        for (const step of steps) {
          const next = nextStates(door, state);
          if (next.length === 0) break;
          state = next[step % next.length] as Door;
          expect(Object.keys(door.ways)).toContain(state);
        }
        expect(nextStates(door, state).length > 0 || door.final.includes(state)).toBe(true);
      }),
    );
  });
});
