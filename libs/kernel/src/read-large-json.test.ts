import { describe, expect, it } from '@jest/globals';
import { readLargeJson } from './read-large-json.js';
import { FakeClock } from './testing/fake-system.js';

async function read(text: string, signal = new AbortController().signal) {
  const clock = new FakeClock();
  const reading = readLargeJson(text, { clock, signal, maxLevels: 3 });
  clock.advance(1);
  return reading;
}

describe('readLargeJson', () => {
  it('returns the value or the reason of the failure', async () => {
    expect(await read('{"a":[1,2]}')).toEqual({ kind: 'value', value: { a: [1, 2] } });
    expect(await read('{"a":[1,2}')).toEqual({ kind: 'invalid' });
    expect(await read('[[[[1]]]]')).toEqual({ kind: 'nested-too-deeply' });
    expect(await read('[1]', AbortSignal.abort('deadline'))).toEqual({ kind: 'aborted' });
  });
});
