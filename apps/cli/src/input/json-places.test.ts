import { describe, expect, it } from '@jest/globals';
import { jsonPlaces } from './json-places.js';

const text = `{
  "plan": {
    "steps": [
      { "id": "a", "tool": "acme/read" },
      { "id": "b\\"}", "a/b~": { "": [1, "]", null] } }
    ]
  }
}`;

describe('jsonPlaces', () => {
  const placeOf = jsonPlaces(text);
  it.each([
    ['', 1, 1],
    ['/plan/steps/0', 4, 7],
    ['/plan/steps/0/tool', 4, 28],
    ['/plan/steps/1/a~1b~0//2', 5, 46],
    ['/plan/steps/0/arguments/x', 4, 7],
    ['/plan/steps/9', 3, 14],
    ['/chain', 1, 1],
  ])('finds %j at %i:%i', (pointer, line, column) => {
    expect(placeOf(pointer)).toEqual({ line, column });
  });

  it('reads what is long and what is deep without recursion', () => {
    const long = `["${'x\\n'.repeat(300_000)}",${'['.repeat(5_000)}${']'.repeat(5_000)}, 7]`;
    expect(jsonPlaces(long)('/2')).toEqual({ line: 1, column: long.length - 1 });
    expect(jsonPlaces('7')('')).toEqual({ line: 1, column: 1 });
  });
});
