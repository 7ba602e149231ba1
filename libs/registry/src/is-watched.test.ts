import { expect, it } from '@jest/globals';
import { isWatched } from './is-watched.js';
import { aServer } from './testing/builders.js';

it('is true for lists that can be read again', () => {
  const http = { url: 'https://api.example' };
  expect(isWatched(aServer())).toBe(true);
  expect(isWatched(aServer({ mcp: null, http }))).toBe(false);
  expect(isWatched(aServer({ mcp: null, http: { ...http, openapi: 'https://api.example/openapi.json' } }))).toBe(true);
});
