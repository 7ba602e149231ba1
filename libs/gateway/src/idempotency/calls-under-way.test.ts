import { describe, expect, it } from '@jest/globals';
import { CallsUnderWay } from './calls-under-way.js';

describe('CallsUnderWay', () => {
  it('shows a call until it ends, by caller and key', async () => {
    const underWay = new CallsUnderWay();
    const own = underWay.begin('ann', 'k', 'd', 'one');
    expect(underWay.of('ann', 'k')).toBe(own);
    expect([underWay.of('bob', 'k'), underWay.of('ann', 'j')]).toEqual([undefined, undefined]);
    own.end(undefined);
    expect(await own.ended).toBeUndefined();
    expect(underWay.of('ann', 'k')).toBeUndefined();
  });

  it('knows whose call it is once the ledger has said so', async () => {
    const own = new CallsUnderWay().begin('ann', 'k', 'd', 'repeat');
    own.hear('first');
    await own.heard;
    expect(own.invocationId).toBe('first');
  });

  it('leaves a later call alone when an earlier one ends once more', async () => {
    const underWay = new CallsUnderWay();
    const former = underWay.begin('ann', 'k', 'd', 'one');
    former.end(undefined);
    await former.heard;
    const latter = underWay.begin('ann', 'k', 'd', 'two');
    former.end(undefined);
    expect(underWay.of('ann', 'k')).toBe(latter);
  });
});
