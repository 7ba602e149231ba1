import { FakeClock, FakeRandom, InMemoryDurableRuns } from '@assay/kernel/testing';
import { aCaller, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import { type Approval, approvalDefaults } from './approval.js';
import { approvalRun, OpenApprovals } from './open-approvals.js';

const decision: PolicyDecision = {
  verdict: 'REQUIRE_APPROVAL',
  policies: [{ id: 'p', version: 3 }],
  digest: 'sha256:p',
  why: 'needs approval by p',
  failed: [],
};

function setUp() {
  const store = new InMemoryApprovalStore();
  const runs = new InMemoryDurableRuns();
  const clock = new FakeClock();
  const reported: Approval[] = [];
  const problems: unknown[] = [];
  const tell = { opened: async (it: Approval) => void reported.push(it) };
  const ports = {
    ...{ store, runs, clock, tell, random: new FakeRandom() },
    trustOf: () => ({ score: 0.5, confidence: 0 }),
    urlOf: (id: string) => `http://assay/approvals/${id}`,
    onProblem: (cause: unknown) => void problems.push(cause),
  };
  return { ...ports, reported, problems, ports, opening: new OpenApprovals(ports) };
}
const call = (key?: string) =>
  aCall(
    {
      caller: { ...aCaller(), keyId: 'key-1' },
      argumentsDigest: 'sha256:a',
      request: { tool: 'acme/orders.create', input: { item: 'tea' }, ...(key && { idempotencyKey: key }) },
    },
    aVersion(),
  );

describe('OpenApprovals', () => {
  it('keeps the call, begins the run that waits, and tells people', async () => {
    const { opening, store, runs, reported, clock } = setUp();
    const waiting = call();
    const opened = await opening.open(waiting, decision);
    const id = reported[0]?.id as string;
    expect(opened).toEqual({
      ok: true,
      value: {
        id,
        url: `http://assay/approvals/${id}`,
        invocationId: waiting.requested.id,
        until: clock.now() + 24 * 3_600_000,
      },
    });
    expect(await store.find(id)).toMatchObject({
      principalId: 'principal-ann',
      keyId: 'key-1',
      tool: 'acme/orders.create',
      argumentsDigest: 'sha256:a',
      policyDigest: 'sha256:p',
      policies: [{ id: 'p', version: 3 }],
      needed: 1,
      state: 'pending',
    });
    expect(await store.call(id)).toMatchObject({ input: { item: 'tea' }, scopes: expect.any(Array), repairs: null });
    expect(runs.kept.get(`${approvalRun} ${id}`)).toEqual({ wakeInMs: 24 * 3_600_000 });
  });

  it('keeps what nothing may change of the input', async () => {
    const { opening, store, reported } = setUp();
    const open = call();
    await opening.open({ ...open, requested: { ...open.requested, fixed: { item: 'tea' } } }, decision);
    expect(await store.call(reported[0]?.id as string)).toMatchObject({ fixed: { item: 'tea' } });
  });

  it('keeps so many calls of one caller and no more, however many come at once', async () => {
    const { opening, store, reported } = setUp();
    const calls = Array.from({ length: approvalDefaults.maxWaiting + 20 }, () => opening.open(call(), decision));
    const opened = await Promise.all(calls);
    expect(opened.filter(({ ok }) => ok)).toHaveLength(approvalDefaults.maxWaiting);
    expect(opened.at(-1)).toMatchObject({ error: { code: 'rate_limited', retryAfterMs: 60_000 } });
    const other = aCallWith(call(), { caller: { ...aCaller(), principalId: 'principal-bob' } });
    expect(await opening.open(other, decision)).toMatchObject({ ok: true });
    await store.close(reported[0]?.id as string, 'cancelled', 0);
    expect(await opening.open(call(), decision)).toMatchObject({ ok: true });
    expect(await opening.open(call(), decision)).toMatchObject({ ok: false });
  });

  it('asks two users where the organisation says so', async () => {
    const { opening, store, reported } = setUp();
    await store.putSettings('org-acme', { fourEyes: true, ownUserDecides: false });
    await opening.open(call(), decision);
    expect(reported[0]?.needed).toBe(2);
  });

  it('names the call that waits already under the same key, and tells nobody again', async () => {
    const { opening, reported } = setUp();
    const first = await opening.open(call('k'), decision);
    const second = await opening.open(aCallWith(call('k'), { id: 'another' }), decision);
    expect(second).toEqual(first);
    expect(reported).toHaveLength(1);
  });

  it('waits although notices could not be sent', async () => {
    const { ports, problems } = setUp();
    const opening = new OpenApprovals({ ...ports, tell: { opened: () => Promise.reject(new Error('away')) } });
    expect((await opening.open(call(), decision)).ok).toBe(true);
    expect(problems).toHaveLength(1);
  });

  it('waits although its run could not be started: the decision starts it', async () => {
    const { ports, store, problems, reported } = setUp();
    const opening = new OpenApprovals({ ...ports, runs: { suspend: () => Promise.reject(new Error('away')) } });
    expect((await opening.open(call(), decision)).ok).toBe(true);
    expect([problems.length, (await store.find(reported[0]?.id ?? ''))?.state]).toEqual([1, 'pending']);
  });

  it('says that it cannot wait while the database is away', async () => {
    const { ports, problems } = setUp();
    const away = () => Promise.reject(new Error('away'));
    const opening = new OpenApprovals({ ...ports, store: { open: away, settings: away, waiting: away } });
    expect(await opening.open(call(), decision)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(problems).toHaveLength(1);
  });
});
