import { approvalRun } from '@assay/gateway';
import { anApproval, aPausedCall, InMemoryApprovalStore, SmallHouse } from '@assay/gateway/testing';
import { InMemoryDurableRuns, InMemoryNotices } from '@assay/kernel/testing';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aSaga, aSagaStep, begunSaga } from '../testing/a-saga.js';
import { InMemorySagaStore } from '../testing/in-memory-saga-store.js';
import { BeginSagas } from './begin-sagas.js';
import { sagaRun } from './carry-out-sagas.js';
import { Consents } from './consents.js';
import { ManageSagas } from './manage-sagas.js';
import { NotifyOfSagas } from './notify-of-sagas.js';
import { type Saga, sagaDefaults } from './saga.js';
import { sweepSagas } from './sweep-sagas.js';
import { WakeSagas } from './wake-sagas.js';

const carl = aCaller({ id: 'principal-carl', name: 'carl', kind: 'agent' }, ['tools:call']);
const pia = aCaller({ id: 'principal-pia', name: 'pia', kind: 'user' }, ['approvals:decide']);
const bot = aCaller({ id: 'principal-bot', name: 'bot', kind: 'agent' }, ['approvals:decide']);
const stranger = aCaller({ id: 'principal-eve', name: 'eve', kind: 'user' }, ['tools:call']);

async function setUp() {
  const house = await SmallHouse.open();
  const { clock, random, audit, catalogue, directory } = house;
  const store = new InMemorySagaStore();
  const approvals = new InMemoryApprovalStore();
  const runs = new InMemoryDurableRuns();
  const problems: unknown[] = [];
  const onProblem = (cause: unknown) => void problems.push(cause);
  const reported: string[] = [];
  const wake = new WakeSagas({ store, approvals, runs, clock, onProblem });
  const consents = new Consents({
    ...{ store: approvals, catalogue, clock, onProblem, trustOf: () => ({ score: 0.5, confidence: 0 }) },
    tell: { opened: async ({ id }) => void reported.push(id) },
  });
  const manage = new ManageSagas({ store, wake, audit, clock, random });
  const approvalUrl = (id: string) => `http://assay/approvals/${id}`;
  const begin = new BeginSagas({
    ...{ store, approvals, consents, wake, audit, clock, random, catalogue, directory, approvalUrl, onProblem },
  });
  const begun = (parts: Partial<Saga> = {}): Promise<Saga> =>
    begunSaga(store, aSaga({ organisationId: 'org-acme', ...parts }));
  return {
    ...{ house, store, approvals, runs, wake, consents, manage, begin, begun, problems, reported, clock, audit },
  };
}

describe('sagas and who looks after them', () => {
  it('are seen by their callers and those who decide, and absent for everybody else', async () => {
    const { manage, begun } = await setUp();
    const { id } = await begun();
    const sees = async (caller: typeof carl) => (await manage.find(caller, id)).ok;
    expect([await sees(carl), await sees(pia), await sees(stranger)]).toEqual([true, true, false]);
    const lists = async (caller: typeof carl) => (await manage.list(caller, { limit: 9 })).length;
    expect([await lists(carl), await lists(pia), await lists(stranger)]).toEqual([1, 1, 0]);
    expect(await manage.find(carl, 'no-id')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('are cancelled once, by their callers with a key that may call', async () => {
    const { manage, begun, store, runs, house } = await setUp();
    const { id } = await begun();
    const reader = { ...carl, scopes: new Set(['registry:read']) };
    for (const caller of [pia, reader])
      expect(await manage.cancel(caller, id)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await manage.cancel(carl, id)).toMatchObject({ ok: true, value: { cancelledAt: house.clock.now() } });
    expect(runs.asked).toEqual([`wake ${sagaRun} ${id}`]);
    expect((await manage.cancel(carl, id)).ok).toBe(true);
    expect((await store.events(id, 0, 9)).map(({ kind }) => kind)).toEqual(['saga.cancel']);
  });

  it.each(['COMPENSATING', 'COMPLETED', 'FAILED', 'COMPENSATION_FAILED'] as const)(
    'are not cancelled when %s',
    async (state) => {
      const { manage, begun } = await setUp();
      const { id } = await begun({ state });
      expect(await manage.cancel(carl, id)).toMatchObject({ error: { code: 'conflict', data: { state } } });
    },
  );

  const failedUndo = { ...aSagaStep().forward, input: undefined, output: undefined };
  const stuck: Partial<Saga> = {
    state: 'COMPENSATION_FAILED',
    ticket: { id: 't', openedAt: 1 },
    steps: [
      aSagaStep({
        forward: { ...aSagaStep().forward, status: 'succeeded' },
        undo: {
          ...failedUndo,
          status: 'failed',
          round: 1,
          tries: 1,
          error: { code: 'tool_error', message: 'no', outcome: 'none' },
        },
      }),
    ],
  };

  it('are undone once more by another run, under another key', async () => {
    const { manage, begun, runs } = await setUp();
    const { id } = await begun(stuck);
    const resolved = await manage.resolve(carl, id, { action: 'retry', reason: 'back' });
    expect(resolved).toMatchObject({
      ok: true,
      value: {
        state: 'COMPENSATING',
        ticket: null,
        resolutions: [{ action: 'retry', principalId: carl.principalId }],
      },
    });
    expect(resolved.ok && resolved.value.steps[0]?.undo).toMatchObject({ status: 'waiting', round: 2, tries: 1 });
    expect(runs.asked).toEqual([`wake ${sagaRun} ${id}`]);
  });

  it('are settled by people who decide, and by nobody else', async () => {
    const { manage, begun } = await setUp();
    const { id } = await begun(stuck);
    const settle = (caller: typeof carl) => manage.resolve(caller, id, { action: 'settle', reason: 'by telephone' });
    expect(await settle(bot)).toMatchObject({
      error: { code: 'forbidden', message: expect.stringContaining('person') },
    });
    expect(await settle(stranger)).toMatchObject({ error: { code: 'not_found' } });
    expect(await settle(pia)).toMatchObject({
      ok: true,
      value: { state: 'FAILED', ticket: null, endedAt: expect.any(Number) },
    });
    // Said again by who did not hear the answer: nothing changes. Another word comes too late.
    expect(await settle(pia)).toMatchObject({ ok: true, value: { state: 'FAILED', resolutions: [{}] } });
    const other = await manage.resolve(pia, id, { action: 'settle', reason: 'by letter' });
    expect(other).toMatchObject({ error: { code: 'conflict' } });
  });

  it('are resolved once by two who speak at once, and tried again by nobody who may not call', async () => {
    const { manage, begun, store } = await setUp();
    const { id } = await begun(stuck);
    const reader = { ...carl, scopes: new Set(['registry:read']) };
    expect(await manage.resolve(reader, id, { action: 'retry', reason: 'x' })).toMatchObject({
      error: { code: 'forbidden' },
    });
    const said = await Promise.all([
      manage.resolve(carl, id, { action: 'retry', reason: 'back' }),
      manage.resolve(pia, id, { action: 'settle', reason: 'by telephone' }),
    ]);
    expect(said.filter((it) => it.ok)).toHaveLength(1);
    expect((await store.find(id))?.resolutions).toHaveLength(1);
  });

  it('are not tried again without end', async () => {
    const { manage, begun } = await setUp();
    const before = { action: 'retry', principalId: 'principal-carl', reason: 'again', at: 1 } as const;
    const { id } = await begun({ ...stuck, resolutions: Array.from({ length: 100 }, () => before) });
    expect(await manage.resolve(carl, id, { action: 'retry', reason: 'again' })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('settle') },
    });
    expect((await manage.resolve(pia, id, { action: 'settle', reason: 'by hand' })).ok).toBe(true);
  });
});

describe('beginning', () => {
  const schema = { type: 'object', properties: {} };
  const body = {
    steps: [
      { id: 'a', tool: 'acme/send', arguments: {} },
      { id: 'b', tool: 'acme/send', arguments: {} },
    ],
  };
  const ann = aCaller();

  const withTool = async () => {
    const parts = await setUp();
    const send = aVersion(aManifest({ name: 'acme/send', inputSchema: schema }), { stage: 'BETA' });
    parts.house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
    parts.house.catalogue.apply({ kind: 'tool-version', id: send.id, state: send });
    return parts;
  };

  it('asks for consent to what cannot be undone before anything runs, and tells people once', async () => {
    const { begin, approvals, reported, runs } = await withTool();
    const begun = await begin.run(body, { caller: ann, traceId: 't' });
    if (!begun.ok) throw new Error(begun.error.message);
    const [consent] = begun.value.consents;
    expect(begun.value.consents).toHaveLength(1);
    const asked = await approvals.find(consent?.approvalId ?? '');
    expect(asked).toMatchObject({ invocationId: begun.value.id, tool: 'acme/send', state: 'pending', policies: [] });
    expect(reported).toEqual([consent?.approvalId]);
    expect(runs.asked).toEqual([`wake ${sagaRun} ${begun.value.id}`]);
  });

  it('refuses what is wrong, and another saga under the same key', async () => {
    const { begin, store } = await withTool();
    const context = { caller: ann, traceId: 't' };
    expect(await begin.run({ steps: [{ id: 'a', tool: 'acme/none', arguments: {} }] }, context)).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/steps/0/tool' }] },
    });
    expect(await store.list({ organisationId: 'org-acme', principalId: null, limit: 9 })).toEqual([]);
    await begin.run({ ...body, idempotencyKey: 'k' }, context);
    expect(await begin.run({ ...body, deadlineMs: 5, idempotencyKey: 'k' }, context)).toMatchObject({
      error: { code: 'idempotency_conflict' },
    });
  });
});

describe('beginning many', () => {
  const body = { steps: [{ id: 'a', tool: 'acme/send', arguments: {} }], idempotencyKey: 'k' };
  const ann = aCaller();
  const context = { caller: ann, traceId: 't' };

  const withTool = async () => {
    const parts = await setUp();
    const inputSchema = { type: 'object', properties: {} };
    const send = aVersion(aManifest({ name: 'acme/send', inputSchema }), { stage: 'BETA' });
    const apply = (state: typeof send | null) =>
      parts.house.catalogue.apply({ kind: 'tool-version', id: send.id, state });
    parts.house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
    apply(send);
    return { ...parts, takeAway: () => apply(null) };
  };

  it('returns the saga of a known key, whatever has happened to its tools', async () => {
    const { begin, takeAway } = await withTool();
    const first = await begin.run(body, context);
    takeAway();
    const again = await begin.run(body, context);
    expect(first.ok && again.ok && again.value.id === first.value.id).toBe(true);
    expect((await begin.run({ ...body, idempotencyKey: 'other' }, context)).ok).toBe(false);
  });

  it('is refused while too many have not ended, and says what to do', async () => {
    const { begin, store } = await withTool();
    const mine = (at: number) => aSaga({ id: `open-${at}`, principalId: ann.principalId as string });
    for (let at = 0; at < sagaDefaults.maxOpen; at += 1) await begunSaga(store, mine(at));
    expect(await begin.run(body, context)).toMatchObject({
      error: { code: 'rate_limited', message: expect.stringMatching(/1,000 of yours have not ended/) },
    });
  });

  it('is refused where its consents were more than a caller may have people asked for', async () => {
    const { begin, approvals, store } = await withTool();
    for (let at = 0; at < 99; at += 1) {
      const waiting = anApproval({
        id: `waits-${at}`,
        principalId: ann.principalId as string,
        idempotencyKey: `${at}`,
      });
      await approvals.open(waiting, {} as never);
    }
    const steps = ['a', 'b', 'c'].map((id) => ({ id, tool: 'acme/send', arguments: {} }));
    expect(await begin.run({ steps }, context)).toMatchObject({
      error: { code: 'rate_limited', message: expect.stringContaining('2 of its steps') },
    });
    expect(await store.list({ organisationId: null, principalId: ann.principalId, limit: 9 })).toEqual([]);
    expect((await begin.run({ steps: steps.slice(1) }, context)).ok).toBe(true);
  });
});

describe('consents', () => {
  it('stand as people decide, and say why not', async () => {
    const { consents, approvals, begun } = await setUp();
    const approval = anApproval();
    await approvals.open(approval, {} as never);
    const saga = await begun({ consents: [{ position: 0, approvalId: approval.id, url: 'u' }] });
    expect(await consents.standing(saga)).toBe('pending');
    await approvals.decide(approval.id, {
      principalId: 'p',
      decision: 'deny',
      reason: 'too dear',
      at: approval.openedAt,
    });
    expect(await consents.standing(saga)).toEqual({
      refused: 'Consent to the irreversible step book was denied (too dear).',
    });
    expect(await consents.standing({ ...saga, consents: [] })).toBe('given');
  });
});

describe('waking', () => {
  const id = aSaga().id;
  const consent = anApproval({ invocationId: id, idempotencyKey: `saga:${id}:0:consent` });

  it('knows a saga’s consent from a call, and from what only looks like one', async () => {
    const { wake, begun } = await setUp();
    await begun({ consents: [{ position: 0, approvalId: consent.id, url: 'u' }] });
    expect(await wake.isConsent(consent)).toBe(true);
    expect(await wake.isConsent({ ...consent, id: '0198f000-0000-7000-8000-0000000000a2' })).toBe(false);
    expect(await wake.isConsent({ ...consent, idempotencyKey: 'saga' })).toBe(false);
  });

  it('drops an approval that nobody has decided on, and wakes its run; a wake that is lost is reported', async () => {
    const { wake, runs, approvals, problems } = await setUp();
    await approvals.open(consent, aPausedCall());
    await wake.drop(consent.id);
    await wake.drop(consent.id);
    expect((await approvals.find(consent.id))?.state).toBe('cancelled');
    expect(runs.asked).toEqual([`wake ${approvalRun} ${consent.id}`]);
    runs.wake = () => Promise.reject(new Error('away'));
    await wake.wake({ id });
    expect(problems).toHaveLength(1);
  });
});

describe('the sweep', () => {
  it('wakes what nothing was written of for a while, others first the next time', async () => {
    const { store, runs, wake, clock, begun } = await setUp();
    const ids = ['1', '2'].map((end) => `0198f000-0000-7000-8000-00000000000${end}`);
    for (const id of ids) await begun({ id, updatedAt: 0 });
    await begun({ id: '0198f000-0000-7000-8000-000000000003', updatedAt: clock.now() });
    await sweepSagas({ store, wake, clock }).run(new AbortController().signal);
    expect(runs.asked).toEqual(ids.map((id) => `wake ${sagaRun} ${id}`));
    expect(await store.stalled(clock.now() - 1, 9)).toEqual([]);
  });
});

describe('the alert', () => {
  it('lists what is left and what to do; for a saga without a ticket no notice is sent', async () => {
    const { house } = await setUp();
    const notices = new InMemoryNotices();
    const tell = new NotifyOfSagas({
      notices,
      directory: house.directory,
      url: () => 'http://assay',
      clock: house.clock,
    });
    await tell.failed(aSaga());
    expect(notices.sent).toEqual([]);
    await tell.failed(aSaga({ ticket: { id: 't', openedAt: 1 } }));
    expect(notices.sent[0]).toMatchObject({
      kind: 'saga.compensation-failed',
      text: expect.stringContaining('assay saga resolve'),
      details: { ticket: 't', url: expect.stringContaining('/v1/sagas/') },
    });
  });
});
