import type { Failure } from '@assay/kernel';
import { aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { revokedMeanwhile } from './revoked-meanwhile.js';
import { aCall, type CallParts } from './testing/a-call.js';

const ended: Failure = { code: 'deadline_exceeded', message: 'Late.', outcome: 'unknown' };
const call = (parts: CallParts) => aCall(parts, aVersion());
const instead = () => ['acme/other@1.0.0'];

describe('revokedMeanwhile', () => {
  it('leaves a call alone whose version is in use', () => {
    expect(revokedMeanwhile(call({}), ended, instead)).toBe(ended);
    expect(revokedMeanwhile(call({}), undefined, instead)).toBeUndefined();
  });

  // how the call was when the revocation came
  it.each<[string, CallParts, Failure | undefined, Failure['outcome']]>([
    ['not at the tool yet', {}, undefined, 'none'],
    ['at the tool, and cut off', { upstreamMs: 5 }, ended, 'unknown'],
    ['on its way, and surely not there', { upstreamMs: 5 }, { ...ended, outcome: 'none' }, 'none'],
    [
      'ended in a way that says nothing of its effect',
      { upstreamMs: 5 },
      { ...ended, outcome: undefined } as never,
      'unknown',
    ],
    ['answered', { upstreamMs: 5, output: 1 }, undefined, 'done'],
  ])('ends one that was %s as revoked', (_case, parts, failure, outcome) => {
    const revocation = aRevocation();
    expect(revokedMeanwhile(call({ ...parts, revocation }), failure, instead)).toMatchObject({
      code: 'version_revoked',
      message: 'acme/orders.create@1.0.0 was revoked during the call: It loses orders. Use acme/other@1.0.0 instead.',
      outcome,
      data: { alternatives: ['acme/other@1.0.0'] },
    });
  });
});
