import { aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { pausedEnvelope } from './paused-envelope.js';

describe('pausedEnvelope', () => {
  it('says where a person decides, under the id of the call that waits', () => {
    const call = aCall({}, aVersion());
    const pause = {
      status: 'awaiting_approval',
      id: 'a',
      url: 'http://assay/approvals/a',
      invocationId: 'i',
      until: 0,
    } as const;
    const envelope = pausedEnvelope(call, pause);
    expect(envelope).toMatchObject({
      id: 'i',
      status: 'awaiting_approval',
      approval: { id: 'a', url: 'http://assay/approvals/a' },
      confidence: 0,
      tool: 'acme/orders.create',
      provenance: { invocationId: 'i', confidence: 0, resultDigest: null },
    });
    expect('output' in envelope || 'error' in envelope).toBe(false);
  });
});
