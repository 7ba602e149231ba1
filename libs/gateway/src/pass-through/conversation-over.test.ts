import { expect, it } from '@jest/globals';
import { conversationOver, isOver } from './conversation-over.js';

it('is only said of a request that surely never reached its server', () => {
  const failure = { code: 'upstream_unavailable', message: 'Over.' } as const;
  expect(isOver({ ...failure, outcome: 'none', data: conversationOver })).toBe(true);
  expect(isOver({ ...failure, outcome: 'unknown', data: conversationOver })).toBe(false);
  expect(isOver({ ...failure, outcome: 'none' })).toBe(false);
});
