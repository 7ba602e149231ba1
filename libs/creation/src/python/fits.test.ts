import { describe, expect, it } from '@jest/globals';
import { pythonFits, pythonTypeOf } from './fits.js';

describe('the type of a schema in Python', () => {
  it.each([
    [{ type: 'string' }, 'str', 'str'],
    [{ type: ['integer', 'null'] }, 'int | None', 'int | None'],
    [{ type: 'array', items: { type: 'number' } }, 'list[float]', 'Sequence[float]'],
    [{ type: 'object', properties: { a: { type: 'string' } } }, 'dict[str, Any]', 'Mapping[str, Any]'],
    [{ type: 'array', items: { type: 'object' } }, 'list[dict[str, Any]]', 'Sequence[Mapping[str, Any]]'],
    [{ anyOf: [{ type: 'string' }] }, 'Any', 'Any'],
    [{ type: ['string', 'unheard'] }, 'Any', 'Any'],
    [true, 'Any', 'Any'],
    [{ type: 'array' }, 'list[Any]', 'Sequence[Any]'],
  ])('%j', (schema, taken, returned) => {
    expect([pythonTypeOf(schema, 'takes'), pythonTypeOf(schema, 'returns')]).toEqual([taken, returned]);
  });

  it('fits the function of a tool, with the host or without it', () => {
    const text = pythonFits({ type: 'object' }, { type: 'boolean' });
    expect(text).toContain('type Returned = bool | Awaitable[bool]\n');
    expect(text).toContain('Callable[[dict[str, Any], Host], Returned] | Callable[[dict[str, Any]], Returned] = run');
  });
});
