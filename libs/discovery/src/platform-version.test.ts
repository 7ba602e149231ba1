import { expect, it } from '@jest/globals';
import { platformVersion } from './platform-version.js';

it.each([
  ['2', '2.0.0'],
  ['2.1', '2.1.0'],
  ['2.1.3-beta.1', '2.1.3-beta.1'],
])('reads %s', (text, expected) => {
  expect(platformVersion(text)?.version).toBe(expected);
});

it('reads nothing into other text', () => {
  expect(platformVersion('version 2')).toBeNull();
});
