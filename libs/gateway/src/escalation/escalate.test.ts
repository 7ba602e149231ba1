import { type Failure, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { escalate } from './escalate.js';

const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const broken: Failure = { code: 'upstream_error', message: 'broken', retryAfterMs: 5 };
const ticket = { id: 't', url: 'http://assay/v1/escalations/t' };
const ports = (escalates: boolean | undefined, opened: typeof ticket | undefined = ticket) => ({
  fallbacks: { hierarchyOf: () => (escalates === undefined ? undefined : { capability: 'a.b', escalates }) },
  escalations: { open: async () => opened },
});

const failureOf = async (...asked: Parameters<typeof escalate>) => (await escalate(...asked)).failure as Failure;

describe('escalate', () => {
  it('leaves a failure as it is where there is no hierarchy, in a rehearsal, and where the hierarchy is not at its end', async () => {
    const call = aCall({ attempted: [] }, reading);
    expect(await failureOf(call, call, broken, ports(undefined))).toBe(broken);
    const rehearsal = aCall({ attempted: [], requested: { dryRun: true } }, reading);
    expect(await failureOf(rehearsal, rehearsal, broken, ports(true))).toBe(broken);
    const denied: Failure = { code: 'denied', message: '' };
    expect(await failureOf(call, call, denied, ports(true))).toBe(denied);
  });

  it('asks nobody for a call that was cancelled', async () => {
    const whole = startDeadline(new FakeClock(), 1_000);
    const call = aCall({ attempted: [], whole }, reading);
    expect((await failureOf(call, call, broken, ports(true))).code).toBe('nothing_available');
    whole.cancel();
    expect(await failureOf(call, call, broken, ports(true))).toBe(broken);
  });

  it('names every level, its own at its place, and keeps what it knows of time and effect', async () => {
    const attempted = [{ tool: 'acme/b', version: '', outcome: 'skipped', reason: 'circuit_open', ms: 0 }];
    const call = aCall({ attempted, begunAfter: 0 }, reading);
    expect(await failureOf(call, call, broken, ports(false))).toEqual({
      code: 'nothing_available',
      message:
        'No level of the hierarchy for a.b could answer: acme/orders.create@1.0.0 (upstream_error), acme/b (circuit_open). Try again in a moment, or call another tool.',
      retryAfterMs: 5,
    });
    expect((await escalate(call, call, broken, ports(false))).call.resolved.ended).toBe(broken);
    expect(call.resolved.ended).toBeUndefined();
  });

  it('opens a ticket, or says that it could not be written', async () => {
    const call = aCall({ attempted: [] }, reading);
    expect(await failureOf(call, call, broken, ports(true))).toMatchObject({
      message: expect.stringMatching(/Escalated to a person: GET \/v1\/invocations\//),
      data: { escalation: ticket },
    });
    expect((await escalate(call, call, broken, ports(true))).call.resolved.escalation).toEqual(ticket);
    const failed = await failureOf(call, call, broken, {
      ...ports(true),
      escalations: { open: async () => undefined },
    });
    expect([failed.message, failed.data]).toEqual([expect.stringMatching(/no ticket could be opened/), undefined]);
  });

  it('says so when no level could be tried', async () => {
    const call = aCall({ attempted: [], level: 0 });
    const nothing: Failure = { code: 'nothing_available', message: '' };
    expect((await failureOf(call, call, nothing, ports(false))).message).toMatch(/none could be tried/);
  });
});
