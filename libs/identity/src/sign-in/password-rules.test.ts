import { expect, it } from '@jest/globals';
import { normalPassword, whyUnsuitable } from './password-rules.js';

it.each([
  ['correct horse battery', undefined],
  ['aaaaaaaaaaaa', 'different characters'],
  ['abababababab', 'different characters'],
  ['my Administrator password', 'your name'],
])('%j: %s', (password, words) => {
  expect(whyUnsuitable(password, 'administrator')?.message).toEqual(
    words === undefined ? undefined : expect.stringContaining(words),
  );
});

it('is the same however its characters are composed', () => {
  expect(normalPassword('e\u0301té ﬁn')).toBe(normalPassword('été fin'));
});
