import { expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { byStanding } from './candidate.js';
import { respondingFirst } from './responding-first.js';

it('puts tools whose circuit is open behind the others, in their order', () => {
  const one = (id: string, openUntil: number | null = null) => ({
    id,
    verdict: { ...byStanding(aCandidate({ id })), openUntil },
  });
  const ordered = respondingFirst([one('a', 1), one('b'), one('c', 2), one('d')]);
  expect(ordered.map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
});
