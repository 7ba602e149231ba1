import type { Failure } from '@assay/kernel';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { unsureOfEarlier } from './earlier-reach.js';
import type { Earlier } from './idempotency-ledger.js';

const claim = { organisationId: 'o', principalId: 'p', key: 'k', invocationId: 'i', fence: 2 };
const reached: Earlier = {
  invocationId: 'dead',
  reach: { versionId: 'v', tool: 'acme/orders.create', version: '1.0.0', repeatable: true },
};
const call = (earlier: Earlier | null, version = aVersion()) =>
  aCall({ keyed: { key: 'k', held: { claim, earlier, end: () => {} } } }, version);
const refused: Failure = { code: 'circuit_open', message: 'open', outcome: 'none' };

describe('unsureOfEarlier', () => {
  it('does not believe that nothing happened when an earlier call may have done it', () => {
    expect(unsureOfEarlier(call(reached), refused)).toEqual({ ...refused, outcome: 'unknown' });
  });

  it.each([
    ['no call before', call(null), refused],
    ['a tool that only reads', call(reached, aVersion(aManifest({ annotations: { readOnlyHint: true } }))), refused],
    ['no key', aCall({}, aVersion()), refused],
    ['a failure that is done', call(reached), { ...refused, outcome: 'done' as const }],
    ['a success', call(reached), undefined],
  ])('leaves the failure of a call with %s as it is', (_, made, failure) => {
    expect(unsureOfEarlier(made, failure)).toBe(failure);
  });
});
