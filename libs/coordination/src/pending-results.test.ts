import { expect, it } from '@jest/globals';
import { PendingResults } from './pending-results.js';

it('tells what calls found, with the failures since the last success in order', () => {
  const pending = new PendingResults();
  pending.add('error', { digest: 'a', caller: 'ann' });
  pending.add('success', { digest: 'b', caller: 'ann' });
  pending.add('connection', { digest: 'a', caller: 'ann' });
  pending.add('timeout', { digest: 'a', caller: 'bob' });
  expect(pending.texts()).toEqual(['1', '3', 'a', 'b', 's c tbob/a']);
  pending.add('error', { digest: 'c', caller: 'bob' });
  expect(pending.texts()[2]).toBe('*');
});
