import { expect, it } from '@jest/globals';
import { asExample, type SavedExample } from './saved-example.js';

it('runs like an example of a manifest', () => {
  const saved = { name: 'a', input: { n: 1 }, match: 'schema' } as unknown as SavedExample;
  expect(asExample(saved)).toEqual({ name: 'a', input: { n: 1 }, match: 'schema' });
  expect(asExample({ ...saved, output: 2, match: 'exact' })).toEqual({
    name: 'a',
    input: { n: 1 },
    output: 2,
    match: 'exact',
  });
});
