import { expect, it } from '@jest/globals';
import { CallerWords, echoed } from './caller-words.js';
import { wordsOf } from './words.js';

it('puts out what only repeats the caller', () => {
  const caller = new CallerWords({ city: 'Connection Refused', n: 404, deep: [{ of: 'timeout' }] });
  const shown = caller.without(wordsOf('City Connection Refused gave 404: timeout, refused'));
  expect(shown.filter((it) => it !== echoed)).toEqual(['city', 'gave', ':', 'refused']);
});

it('knows what parameters hold, and which hosts were named', () => {
  const caller = new CallerWords({ url: 'https://ann@down.example:8080/a', host: 'db.internal' }, [
    'user_id',
    'cities',
  ]);
  expect(['user', 'users', 'id', 'city'].map(caller.hasParameter)).toEqual([true, true, false, false]);
  expect(caller.namesHostIn('cannot reach DOWN.example')).toBe(true);
  expect(caller.namesHostIn('cannot reach db.internal')).toBe(true);
  expect(caller.namesHostIn('cannot reach other.example')).toBe(false);
});
