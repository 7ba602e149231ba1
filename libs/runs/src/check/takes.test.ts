import { describe, expect, it } from '@jest/globals';
import { problemsOf } from './takes.js';

describe('problemsOf', () => {
  const root = { $defs: { city: { type: 'string', minLength: 2 } }, properties: { n: { type: 'number' } } };
  it.each<[string, unknown, unknown, string[]]>([
    ['what fits', 'Ulm', { type: 'string' }, []],
    ['what does not', 5, { type: 'string' }, [' must be string']],
    ['a part', { a: [1, 'x'] }, { properties: { a: { items: { type: 'number' } } } }, ['/a/1 must be number']],
    ['a definition of its document', 'U', { $ref: '#/$defs/city' }, [' must NOT have fewer than 2 characters']],
    ['what anything is', null, true, []],
    ['what nothing is', 1, false, [' is not taken here']],
    // The whole document would be needed for that: the call itself tells.
    ['what leads elsewhere', 'x', { $ref: '#/properties/n' }, []],
  ])('of %s', (_, value, schema, problems) => {
    expect(problemsOf(value, { schema, root }).map(({ path, message }) => `${path} ${message}`)).toEqual(problems);
  });

  it('reads the same part within another document again, and caches no more than its limit', () => {
    const schema = { $ref: '#/$defs/city' };
    expect(problemsOf('Ulm', { schema, root })).toEqual([]);
    expect(problemsOf('Ulm', { schema, root: { $defs: { city: { type: 'number' } } } })).toHaveLength(1);
    for (let length = 0; length < 2_100; length += 1) problemsOf('x', { schema: { maxLength: length }, root });
    expect(problemsOf('U', { schema, root })).toHaveLength(1);
  });
});
