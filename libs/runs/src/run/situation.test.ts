import { expect, it } from '@jest/globals';
import { failed, succeeded } from './outcome.js';
import type { Scope } from './scope.js';
import { situationOf } from './situation.js';
import type { Sources } from './sources.js';

const scope = { run: { input: { a: 1 }, wallClock: () => 5 }, incoming: 'in' } as unknown as Scope;
const outcomes = [succeeded(1), failed({ code: 'not_found', message: 'No tool.' }), undefined];
const sources = { outcomes } as unknown as Sources;

it('a predicate sees the outputs of the steps that succeeded, and null for the others', () => {
  expect(situationOf(scope, sources, 'out')).toEqual({
    input: { a: 1 },
    output: 'out',
    prev: 'in',
    steps: [1, null, null],
    now: new Date(5),
  });
  expect(situationOf(scope, sources, 'out', 'before').prev).toBe('before');
});
