import type { AuditDraft } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { pausedEnvelope } from './paused-envelope.js';
import { recordPause } from './record-pause.js';

const pause = { status: 'awaiting_approval', id: 'a', url: 'u', invocationId: 'i', until: 0 } as const;

describe('recordPause', () => {
  it('writes that the call waits, beside its envelope, and resolves once that is durable', async () => {
    const call = aCall({}, aVersion());
    const envelope = pausedEnvelope(call, pause);
    const drafts: AuditDraft[] = [];
    const durable = Promise.withResolvers<void>();
    const append = (draft: AuditDraft) => {
      drafts.push(draft);
      return { receipt: { chain: 'c', sequence: 7, hash: 'h' }, settled: durable.promise };
    };
    let isDone = false;
    const recorded = recordPause(call, envelope, { audit: { append }, clock: new FakeClock() }).then((it) => {
      isDone = true;
      return it;
    });
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    durable.resolve();
    expect(await recorded).toEqual({ chain: 'c', sequence: 7, hash: 'h' });
    expect(drafts[0]).toMatchObject({
      action: 'tool.call',
      subject: 'acme/orders.create@1.0.0',
      details: { approval: 'a', status: 'awaiting_approval', invocationId: 'i' },
    });
    expect(JSON.parse(drafts[0]?.invocation?.body() ?? '')).toMatchObject({ status: 'awaiting_approval' });
  });
});
