import { describe, expect, it } from '@jest/globals';
import { argumentValues } from './argument-values.js';

describe('argumentValues', () => {
  it('counts each recipient once, without case, display name and list', () => {
    const input = { to: ['Bob <BOB@acme.example>', 'ann@acme.example'], cc: ['bob@acme.example'], bcc: [] };
    expect(argumentValues(input, ['/to', '/cc', '/bcc', '/absent'])).toEqual(['bob@acme.example', 'ann@acme.example']);
  });

  it('reads nested places and names with special characters, and no other kinds of values', () => {
    expect(argumentValues({ a: { 'b/c~d': '#General ' } }, ['/a/b~1c~0d'])).toEqual(['general']);
    expect(argumentValues({ a: [1, null, { b: 'x' }, ' '], b: 5 }, ['/a', '/b', '/a/toString'])).toEqual([]);
    expect(argumentValues(null, ['/a'])).toEqual([]);
  });

  it('stops at 100', () => {
    expect(argumentValues({ to: Array.from({ length: 200 }, (_, it) => `p${it}`) }, ['/to'])).toHaveLength(100);
  });
});
