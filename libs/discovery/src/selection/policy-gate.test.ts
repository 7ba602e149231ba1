import { describe, expect, it } from '@jest/globals';
import type { Found } from '../narrow.js';
import { gate, isDenied } from './policy-gate.js';

const found = (id: string, ...against: string[]) =>
  ({ tool: { id }, verdict: { callable: 'no', why: 'denied', openUntil: null }, against }) as unknown as Found;
const choices = (...all: Found[]) => all.map((it) => ({ found: it, notes: ['chosen'] }));

it('a tool is denied when nothing else stands against it', () => {
  expect(isDenied(found('a', 'denied'))).toBe(true);
  expect(isDenied(found('a', 'denied', 'too slow'))).toBe(false);
  expect(isDenied(found('a', 'too slow'))).toBe(false);
  expect(isDenied(found('a'))).toBe(false);
});

describe('the gate', () => {
  it('removes what may not be called, and notes it at the next best only', () => {
    const gated = gate(choices(found('a', 'denied'), found('b'), found('c')));
    expect(gated.choices.map((it) => [it.found.tool.id, it.notes])).toEqual([
      ['b', ['chosen', 'the next best: a would come first, but denied']],
      ['c', ['chosen']],
    ]);
    expect(gated.denied.map((it) => it.against)).toEqual([['chosen, but denied']]);
    expect(gated.steps).toEqual(['gate: 2 of 3 may be called']);
  });

  it('notes nothing at a tool that comes first anyway', () => {
    const gated = gate(choices(found('a'), found('b', 'denied'), found('c')));
    expect(gated.choices.map((it) => it.notes)).toEqual([['chosen'], ['chosen']]);
  });
});
