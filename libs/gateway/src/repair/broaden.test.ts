import { describe, expect, it } from '@jest/globals';
import { broader, isEmptyAnswer } from './broaden.js';
import { editText } from './edit.js';

it.each<[unknown, boolean]>([
  [null, true],
  ['', true],
  [[], true],
  [{}, true],
  [{ items: [], total: 0, next: null }, true],
  [{ items: [], others: [1] }, false],
  [{ items: [], page: { size: 1 } }, false],
  [{ total: 0 }, false],
  ['nothing found', false],
  [0, false],
])('%j is empty: %s', (output, expected) => {
  expect(isEmptyAnswer(output)).toBe(expected);
});

describe('broader', () => {
  const schema = { required: ['place'] };
  it('leaves out the last condition that may be', () => {
    const first = broader(schema, { query: 'tea', place: 'Ulm', status: 'open', category: 'green', customer_id: 'c' });
    expect(first?.input).toEqual({ query: 'tea', place: 'Ulm', status: 'open', customer_id: 'c' });
    expect(first?.edits.map(editText)).toEqual([
      '/category "green" was removed because nothing matched the full input',
    ]);
    const second = broader(schema, first?.input ?? {});
    expect(second?.input).toEqual({ query: 'tea', place: 'Ulm', customer_id: 'c' });
    expect(broader(schema, second?.input ?? {})).toBeUndefined();
  });
});
