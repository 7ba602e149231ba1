import type { Issue } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aSagaStep } from '../testing/a-saga.js';
import { backInput, forwardInput, readBack, readForward } from './references.js';

const gave = (id: string, output: unknown) => {
  const step = aSagaStep({ id });
  return { ...step, forward: { ...step.forward, status: 'succeeded' as const, output } };
};

describe('references of a saga', () => {
  it('lead to what earlier steps gave; what is missing is null, and what they hold is never searched', () => {
    const steps = [
      gave('a', { room: { id: 7 }, tricky: '$ref:a.room' }),
      aSagaStep({
        arguments: { id: '$ref:a.room.id', all: ['$ref:a.tricky'], none: '$ref:a.nothing', text: 'see $ref:a' },
      }),
    ];
    expect(forwardInput(steps, 1)).toEqual({ id: 7, all: ['$ref:a.room'], none: null, text: 'see $ref:a' });
  });

  it('of a compensation lead to what its step was given and gave', () => {
    const given = { room: '$ref:output.id', who: '$ref:input.guest.name', note: 'x' };
    expect(backInput(given, { guest: { name: 'ann' } }, { id: 7 })).toEqual({ room: 7, who: 'ann', note: 'x' });
    expect(backInput(given, {}, null)).toEqual({ room: null, who: null, note: 'x' });
  });

  it('without a target are reported with their place', () => {
    const issues: Issue[] = [];
    readForward({ a: ['$ref:later.x'] }, '/steps/0/arguments', new Map(), (issue) => issues.push(issue));
    readBack({ b: '$ref:other.x' }, '/steps/0/compensation/arguments', (issue) => issues.push(issue));
    expect(issues.map(({ path }) => path)).toEqual(['/steps/0/arguments/a/0', '/steps/0/compensation/arguments/b']);
  });
});
