import type { AuditDraft, CallFinished } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { envelopeOf } from './envelope.js';
import { record } from './record.js';
import { aCall } from './testing/a-call.js';

const acting = aVersion();
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const receipt = { chain: 'c', sequence: 1, hash: 'h' };

function setUp(backlog = 0) {
  const clock = new FakeClock();
  const settled = Promise.withResolvers<void>();
  const drafts: AuditDraft[] = [];
  const finished: CallFinished[] = [];
  const append = (draft: AuditDraft) => {
    drafts.push(draft);
    return { receipt, settled: settled.promise };
  };
  const ports = {
    clock,
    finished: (event: CallFinished) => void finished.push(event),
    audit: { append, backlog, isFailing: false, flush: async () => {} },
  };
  return { clock, settled, drafts, finished, ports };
}

/** Whether recording is over before the record is durable. */
async function isOverEarly(parts: object, version = acting, backlog = 0): Promise<boolean> {
  const { settled, ports } = setUp(backlog);
  const call = aCall(parts, version);
  let isOver = false;
  const pending = record(call, envelopeOf(call, undefined), ports).then(() => {
    isOver = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  const early = isOver;
  settled.resolve();
  await pending;
  return early;
}

it('keeps the whole result with the call when that is where it was to go, and the caller is not told', async () => {
  const { settled, drafts, ports } = setUp();
  settled.resolve();
  const routed = { destinations: ['observation' as const], level: null, why: 'Not returned.', notes: [] };
  const call = aCall({ upstreamMs: 1, output: { id: 1 }, routed: { isObserved: true, routed } }, acting);
  const envelope = envelopeOf(call, undefined);
  await record(call, envelope, ports);
  expect(JSON.parse(drafts[0]?.invocation?.body() ?? '')).toMatchObject({ observation: { id: 1 }, routed });
  expect(envelope).not.toHaveProperty('observation');
  expect(envelope).not.toHaveProperty('output');
});

describe('record', () => {
  it('writes who did what with which outcome, digests for contents, and the envelope with its receipt', async () => {
    const { clock, settled, drafts, ports } = setUp();
    settled.resolve();
    const call = aCall({ upstreamMs: 1, output: 'secret result' }, acting);
    const envelope = envelopeOf(call, undefined);
    clock.advance(12);
    expect(await record(call, envelope, ports)).toEqual({ receipt, late: undefined });
    expect(drafts).toMatchObject([
      {
        organisationId: 'org-acme',
        principalId: 'principal-ann',
        action: 'tool.call',
        subject: 'acme/orders.create@1.0.0',
        details: {
          invocationId: call.requested.id,
          status: 'succeeded',
          code: null,
          ms: 12,
          traceId: 'trace',
          discoveryId: null,
        },
      },
    ]);
    expect(JSON.stringify(drafts[0]?.details)).not.toMatch(/secret result|tea/);
    expect(JSON.parse(drafts[0]?.invocation?.body() ?? '')).toMatchObject({
      id: call.requested.id,
      receipt,
      output: 'secret result',
    });
  });

  it('waits for the record of what may have had an effect, and for no other', async () => {
    expect(await isOverEarly({ upstreamMs: 1 })).toBe(false);
    expect(await isOverEarly({ upstreamMs: 1 }, reading)).toBe(true);
    expect(await isOverEarly({})).toBe(true);
  });

  it('waits for reading calls too when records pile up', async () => {
    expect(await isOverEarly({ upstreamMs: 1 }, reading, 5_000)).toBe(true);
    expect(await isOverEarly({ upstreamMs: 1 }, reading, 5_001)).toBe(false);
  });

  it('holds the result back when the record does not become durable', async () => {
    const { settled, ports } = setUp();
    const call = aCall({ upstreamMs: 1 }, acting);
    settled.reject(new Error('disk full'));
    expect(await record(call, envelopeOf(call, undefined), ports)).toMatchObject({
      late: { code: 'unavailable', outcome: 'done', message: expect.stringContaining(call.requested.id) },
    });
  });

  it('tells who listens about calls of tools that exist, dry runs aside', async () => {
    const { settled, finished, drafts, ports } = setUp();
    settled.resolve();
    const failed = aCall({}, acting);
    await record(failed, envelopeOf(failed, { code: 'invalid_input', message: '' }), ports);
    expect(finished).toMatchObject([
      { versionId: acting.id, status: 'failed', code: 'invalid_input', upstreamMs: null },
    ]);
    const unknown = aCall({ request: { tool: 'acme/none', input: {} } });
    await record(unknown, envelopeOf(unknown, { code: 'not_found', message: '' }), ports);
    const dry = aCall({ requested: { dryRun: true } }, acting);
    await record(dry, envelopeOf(dry, undefined), ports);
    expect(finished).toHaveLength(1);
    expect(drafts.map((it) => `${it.action} ${it.subject}`)).toEqual([
      'tool.call acme/orders.create@1.0.0',
      'tool.call acme/none@?',
      'tool.dry-run acme/orders.create@1.0.0',
    ]);
  });
});
