import type { AuditDraft } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryIdempotencyLedger } from '../testing/in-memory-idempotency-ledger.js';
import type { Claim, ClaimAnswer } from './idempotency-ledger.js';
import { sweepKeys } from './sweep-keys.js';
import type { UnknownOutcome } from './unknown-outcomes.js';

/** What a process left behind that died after it had reached a tool. */
async function setUp(repeatable: boolean) {
  const clock = new FakeClock();
  const dead = new InMemoryIdempotencyLedger();
  const use = { organisationId: 'o', principalId: 'p', key: 'k', requestDigest: 'd', invocationId: 'dead' };
  const { claim } = (await dead.claim(use, clock.now())) as Extract<ClaimAnswer, { state: 'claimed' }>;
  await dead.reach(claim, { versionId: 'v', tool: 'acme/pay', version: '1.0.0', repeatable });
  dead.die();
  const ledger = dead.another();
  const reported: UnknownOutcome[] = [];
  const records: AuditDraft[] = [];
  const job = sweepKeys({
    ledger,
    unknown: { report: async (outcome) => void reported.push(outcome) },
    audit: {
      append: (draft) => {
        records.push(draft);
        return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
      },
    },
    clock,
    isRecorded: async () => false,
  });
  const sweep = () => job.run(new AbortController().signal);
  const next = () => ledger.claim({ ...use, invocationId: 'next' }, clock.now());
  return { sweep, next, reported, records, ledger, claim: claim as Claim, clock };
}

describe('sweepKeys', () => {
  it('stores the outcome as unknown, reports it to a person once, and records it', async () => {
    const { sweep, next, reported, records } = await setUp(false);
    await sweep();
    await sweep();
    expect(reported).toMatchObject([{ invocationId: 'dead', tool: 'acme/pay', version: '1.0.0', key: 'k' }]);
    expect(await next()).toMatchObject({
      state: 'finished',
      result: { failure: { code: 'outcome_unknown', outcome: 'unknown' }, envelope: { id: 'dead', status: 'failed' } },
    });
    expect(records).toMatchObject([{ action: 'tool.lost', invocation: { id: 'dead' } }]);
  });

  it('shows it and leaves the call to its next use at a tool that honours the key', async () => {
    const { sweep, next, reported, records } = await setUp(true);
    await sweep();
    await sweep();
    expect(reported).toHaveLength(1);
    expect(await next()).toMatchObject({ state: 'claimed', earlier: { invocationId: 'dead' } });
    expect(records).toEqual([]);
  });

  it('shows what was kept and shown to nobody', async () => {
    const { ledger, sweep, reported, clock } = await setUp(true);
    const use = { organisationId: 'o', principalId: 'p', key: 'other', requestDigest: 'd', invocationId: 'kept' };
    const { claim } = (await ledger.claim(use, clock.now())) as Extract<ClaimAnswer, { state: 'claimed' }>;
    const envelope = { id: 'kept', tool: 'acme/pay', version: '1.0.0', error: { message: 'It was lost.' } };
    await ledger.finish(claim, { envelope: envelope as never, failure: null }, true);
    await sweep();
    await sweep();
    expect(reported.filter(({ invocationId }) => invocationId === 'kept')).toMatchObject([{ reason: 'It was lost.' }]);
  });

  it('forgets keys after their time', async () => {
    const { sweep, ledger, clock } = await setUp(false);
    await sweep();
    clock.advance(24 * 3_600_000);
    await sweep();
    expect(await ledger.prune(clock.now())).toBe(0);
    expect(await ledger.find('p', 'k', 0)).toBeUndefined();
  });
});
