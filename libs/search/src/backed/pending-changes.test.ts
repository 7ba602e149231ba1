import { aDocument } from '@assay/discovery/testing';
import { describe, expect, it } from '@jest/globals';
import { PendingChanges } from './pending-changes.js';

describe('PendingChanges', () => {
  it('keeps the latest state of each document', () => {
    const pending = new PendingChanges(10);
    pending.put([aDocument('a/x'), aDocument('a/y')]);
    pending.remove(['a/x']);
    expect([...pending.take(10)].map(([id, state]) => [id, state?.id ?? null])).toEqual([
      ['a/x', null],
      ['a/y', 'a/y'],
    ]);
    expect(pending.size).toBe(0);
  });

  it('takes back what could not be written, unless it changed since', () => {
    const pending = new PendingChanges(10);
    pending.put([aDocument('a/x'), aDocument('a/y')]);
    const taken = pending.take(10);
    pending.remove(['a/x']);
    pending.putBack(taken);
    expect([...pending.take(1).values()]).toEqual([null]);
    expect([...pending.take(1).keys()]).toEqual(['a/y']);
  });

  it('keeps nothing when there is too much, and says so once', () => {
    const pending = new PendingChanges(2);
    pending.remove(['a/x', 'a/y', 'a/z']);
    expect([pending.size, pending.overflowed(), pending.overflowed()]).toEqual([0, true, false]);
  });
});
