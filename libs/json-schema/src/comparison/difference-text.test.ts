import { expect, it } from '@jest/globals';
import { type Consequence, sentence } from './difference-text.js';

const of = (parts: Partial<Consequence>): string =>
  sentence({ keyword: 'maximum', role: 'input', kind: 'breaking', before: 9, after: 5, ...parts });

it.each<[Partial<Consequence>, string]>([
  [{ example: 9 }, 'maximum is 5, it was 9: what was accepted no longer is, such as 9.'],
  [{ role: 'output' }, 'maximum is 5, it was 9: what was never given may be given now.'],
  [{ kind: 'additive' }, 'maximum is 5, it was 9: more is accepted than before.'],
  [{ kind: 'unknown', before: undefined }, 'maximum is new, and whether that breaks callers is undetermined.'],
  [{ kind: 'text', after: undefined }, 'maximum is gone, which changes nothing in the contract.'],
  [{ keyword: 'title', before: 'a', after: 'b' }, 'title is "b", it was "a".'],
  [{ keyword: 'not', before: 'a'.repeat(70) }, 'not is another: what was accepted no longer is.'],
  [{ keyword: '', before: {}, after: {} }, 'The schema is another: what was accepted no longer is.'],
  [{ keyword: 'added' }, 'The property is new and optional.'],
  [{ keyword: 'needed', role: 'output' }, 'The property is new and always in the answer.'],
  [{ keyword: 'removed', kind: 'additive' }, 'The property is no longer listed, and still accepted.'],
])('%j', (parts, expected) => expect(of(parts)).toBe(expected));

it.each<[Partial<Consequence>, string]>([
  [{ keyword: 'enum', before: ['a', 'b'], after: ['b', 'c'] }, 'The input now allows "c" and no longer allows "a".'],
  [{ keyword: 'required', before: undefined, after: ['a'] }, 'required is new: what was accepted no longer is.'],
  [{ keyword: 'required', before: ['a'], after: ['a', 'b'] }, 'The input now asks for "b".'],
  [{ keyword: 'required', role: 'output', before: ['a'], after: [] }, 'The output no longer always has "a".'],
  [{ keyword: 'type', before: 'string', after: ['string', 'null'] }, 'The input now may be "null".'],
])('a list: %j', (parts, expected) => expect(of(parts)).toBe(expected));

it('a long example is cut', () => {
  const text = of({ example: 'a'.repeat(500) });
  expect(text).toMatch(/a…\.$/);
  expect(text.length).toBeLessThan(250);
});
