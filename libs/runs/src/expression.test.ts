import { expect, it } from '@jest/globals';
import { type ExpressionScope, evaluateExpression, expressionIn, readExpression, untimed } from './expression.js';

const named: ExpressionScope = {
  clock: untimed,
  all: undefined,
  prev: undefined,
  sourceOf: (name) => (name === 'my-id' ? 3 : undefined),
};
const inOrder: ExpressionScope = {
  clock: untimed,
  all: [
    ['0', 0],
    ['1', 1],
  ],
  prev: 1,
  sourceOf: (name) => Number(name),
};
const values = new Map<unknown, unknown>([
  [0, { n: 1 }],
  [1, { n: 2 }],
  [3, { n: 3 }],
]);

async function evaluated(text: string, scope: ExpressionScope, element?: { value: unknown; index: number }) {
  const read = readExpression({ text, isAlone: true }, scope);
  if (!read.ok) return read.error.message;
  const found = await evaluateExpression(read.value, { q: 'in' }, (source) => values.get(source), element);
  return found.ok ? found.value : found.error.message;
}

it('an object with the one member $expr is an expression', () => {
  expect(expressionIn({ $expr: '1' })).toEqual({ text: '1', isAlone: true });
  expect(expressionIn({ $expr: '1', x: 2 })?.isAlone).toBe(false);
  expect(expressionIn({ expr: '1' })).toBeUndefined();
});

it.each([
  ['steps.`my-id`.n + 1', named, 4],
  ['input.q & "!"', named, 'in!'],
  ['$$.steps.`my-id`.n', named, 3],
  ['prev.n', inOrder, 2],
  ['steps[0].n', inOrder, 1],
  ['steps.`0`.n', inOrder, 1],
  ['$sum($map([0..1], function($i) { $lookup($$.steps, $string($i)).n }))', inOrder, 3],
  ['steps.`my-id`.none', named, undefined],
  ['steps[0].n + steps.`1`.n', inOrder, 'names steps by position and by name: use one of the two'],
] as const)('%s sees what references can name', async (text, scope, value) =>
  expect(await evaluated(text, scope)).toEqual(value),
);

it('sees the element of a list that it is evaluated for', async () => {
  expect(await evaluated('each.a & index', named, { value: { a: 'x' }, index: 4 })).toBe('x4');
});

it('is bounded', async () => {
  expect(await evaluated('($f := function($n) { $f($n + 1) }; $f(0))', named)).toMatch(
    /nests deeper|more than .* steps/,
  );
});
