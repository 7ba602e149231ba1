import { describe, expect, it } from '@jest/globals';
import { calledIn, sameCall } from './called.js';
import { pinsOf, seedOf } from './compile-code.js';

const called = calledIn({ kind: 'tool', name: 'a/b@^1', argument: { n: 1 } });
const view = { index: 0, id: 'call-1', tool: 'a/b', status: 'succeeded', ms: 1, version: '1.2.0' } as const;

describe('what is kept of a call of code', () => {
  it('pins the version that its reference led to', () => {
    const kept = { path: 'call-1', view, outcome: null, called };
    const acted = { tool: 'a/b', version: '1.1.0', input: {} };
    expect(pinsOf([kept])).toEqual({ 'a/b@^1': '1.2.0' });
    expect(pinsOf([{ ...kept, acted }])).toEqual({ 'a/b@^1': '1.1.0' });
    expect(pinsOf([{ path: 'x', view, outcome: null }])).toEqual({});
  });

  it('differs by tool and argument', () => {
    expect(sameCall(called, calledIn({ kind: 'tool', name: 'a/b@^1', argument: { n: 1 } }))).toBe(true);
    expect(sameCall(called, calledIn({ kind: 'tool', name: 'a/b@^1', argument: { n: 2 } }))).toBe(false);
    expect(sameCall(called, calledIn({ kind: 'search', name: 'a/b@^1', argument: { n: 1 } }))).toBe(false);
  });

  it('has one seed for one run', () => {
    const id = '0198f000-0000-7000-8000-000000abcdef';
    expect(seedOf(id)).toBe(seedOf(id));
    expect(seedOf(id)).toBe(0xabcdef);
  });
});
