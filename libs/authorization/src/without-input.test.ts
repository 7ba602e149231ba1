import { expect, it } from '@jest/globals';
import { withoutInput } from './without-input.js';

const variable = (name: string) => ({ '.': { left: { Var: 'context' }, attr: name } });
const has = { has: { left: variable('arguments'), attr: ['amount'] } };
const readOnly = variable('readOnly');
const condition = (kind: 'when' | 'unless', body: object) => ({ conditions: [{ kind, body }] });

it('leaves out what looks at arguments, as far as the condition can do without it', () => {
  const both = (operator: string) => ({ [operator]: { left: has, right: readOnly } });
  expect(withoutInput(condition('when', both('&&')))).toEqual(condition('when', readOnly));
  expect(withoutInput(condition('when', both('||')))).toEqual({ conditions: [] });
  expect(withoutInput(condition('unless', both('||')))).toEqual(condition('unless', readOnly));
  expect(withoutInput(condition('when', readOnly))).toEqual(condition('when', readOnly));
});
