import { describe, expect, it } from '@jest/globals';
import { classesOf, classOfSign } from './finding-class.js';

describe('classOfSign', () => {
  it.each([
    [{ rule: 'override' }, 'instruction'],
    [{ rule: 'secret-github' }, 'secret.github'],
    [{ rule: 'x', kind: 'secret.stripe' }, 'secret.stripe'],
    [{ rule: 'other-callers-data', kind: 'other-callers-data' }, 'personal.other-callers-data'],
    [{ rule: 'agent-duty', kind: 'instruction' }, 'instruction'],
  ] as const)('%j has the class %s', (sign, found) => {
    expect(classOfSign(sign)).toBe(found);
  });
});

it('classesOf lists each class once, sorted', () => {
  expect(classesOf([{ class: 'secret.x' }, { class: 'instruction' }, { class: 'secret.x' }])).toEqual([
    'instruction',
    'secret.x',
  ]);
});
