import type { Envelope, Invoke } from '@assay/contracts';
import { fail, hourMs, isoTime, ok } from '@assay/kernel';
import { aCaller, aManifest, aPrincipal, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { requestDigest } from '../idempotency/claim-key.js';
import { type Answering, smallGateway, textAnswer } from '../testing/small-gateway.js';
import { RunScheduled } from './run-scheduled.js';
import { scheduledRun } from './scheduled-calls.js';
import { scheduledStanding } from './scheduled-standing.js';

const id = '00000000-0000-7000-8000-00000000ca11';

/** A gateway, and what makes its scheduled calls. */
function setUp(answering: Answering = async () => ok(textAnswer('{"id":1}'))) {
  const gateway = smallGateway(answering);
  gateway.settle();
  const { invoke, ledger, clock, directory, scheduled, runs, records, catalogue } = gateway;
  const version = aVersion(aManifest(), { stage: 'BETA' });
  catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  directory.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  const recorded = async (call: string) => {
    const found = records.filter((it) => it.invocation?.id === call).at(-1);
    return found && (JSON.parse(found.invocation?.body() ?? '') as Envelope);
  };
  const running = new RunScheduled({
    ...{ store: scheduled, resuming: invoke, runs, ledger, directory, recorded, clock },
    running: gateway.running,
    ...{ findApproval: async () => undefined, audit: { flush: async () => {} }, defaultDeadlineMs: 30_000 },
  });
  runs.define(scheduledRun, running.body);
  const schedule = (parts: Partial<Invoke> = {}) => {
    const request = {
      tool: 'acme/orders.create@^1',
      input: { item: 'tea' },
      id,
      notBefore: isoTime(clock.now() + hourMs),
    };
    return invoke.run({ ...request, ...parts }, { caller: aCaller(), traceId: 'trace', named: true });
  };
  const due = () => runs.wake(scheduledRun, id);
  return { ...gateway, running, schedule, due, recorded };
}

describe('a scheduled call', () => {
  it('is checked at once, made when it is due, and once', async () => {
    const { schedule, due, calls, clock, recorded, scheduled, runs } = setUp();
    const { envelope } = await schedule();
    const notBefore = isoTime(clock.now() + hourMs);
    expect(envelope).toMatchObject({ id, status: 'scheduled', notBefore, confidence: 0, version: '1.0.0' });
    await due();
    expect([calls.length, runs.kept.get(`scheduled-call ${id}`)]).toEqual([0, { wakeInMs: hourMs }]);
    clock.advance(hourMs);
    await due();
    await due();
    expect(calls).toHaveLength(1);
    expect(await recorded(id)).toMatchObject({ id, status: 'succeeded', output: { id: 1 } });
    expect([await scheduled.find(id), runs.kept.size]).toEqual([undefined, 0]);
  });

  it('is recorded for lists: scheduled, then as it ended', async () => {
    const { schedule, due, clock, records } = setUp();
    const scheduledAt = clock.now();
    await schedule({ session: 'trip' });
    clock.advance(hourMs);
    await due();
    const notBefore = scheduledAt + hourMs;
    expect(records.flatMap((it) => it.invocation?.summary ?? [])).toMatchObject([
      { status: 'scheduled', notBefore, session: 'trip', startedAt: scheduledAt, ms: null },
      { status: 'succeeded', notBefore: null, session: 'trip', startedAt: scheduledAt, ms: 0 },
    ]);
  });

  it('that is not valid or permitted is refused at once', async () => {
    const { schedule, scheduled, calls } = setUp();
    expect((await schedule({ input: {} })).failure?.code).toBe('invalid_input');
    expect((await schedule({ tool: 'acme/orders.create@^9' })).failure?.code).toBeDefined();
    expect([await scheduled.find(id), calls.length]).toEqual([undefined, 0]);
  });

  it.each<[string, (it: ReturnType<typeof setUp>) => void, object]>([
    [
      'its version was revoked',
      ({ catalogue }) => catalogue.apply({ kind: 'revocation', id: 'r', state: aRevocation() }),
      { code: 'version_revoked' },
    ],
    [
      'its caller is gone',
      ({ directory }) => directory.apply({ kind: 'principal', id: 'principal-ann', state: null }),
      { code: 'denied', message: 'The scheduled call is not made: its caller no longer exists.' },
    ],
    [
      'its version was quarantined',
      ({ catalogue }) => {
        const quarantined = { since: 1, finding: 'it changed' };
        const state = aVersion(aManifest(), { stage: 'BETA', quarantined });
        catalogue.apply({ kind: 'tool-version', id: state.id, state });
      },
      { code: 'quarantined' },
    ],
  ])('is not made when %s meanwhile', async (_, change, error) => {
    const gateway = setUp();
    await gateway.schedule();
    change(gateway);
    gateway.clock.advance(hourMs);
    await gateway.due();
    expect((await gateway.recorded(id))?.error).toMatchObject(error);
    expect([gateway.calls.length, await gateway.scheduled.find(id)]).toEqual([0, undefined]);
  });

  it('is cancelled by its own caller until it is made', async () => {
    const { schedule, due, running, clock, calls, recorded, scheduled } = setUp();
    await schedule();
    expect(await running.cancel(aCaller({ id: 'principal-bob' }), id)).toBeUndefined();
    expect(await running.cancel(aCaller(), id)).toMatchObject({ id, status: 'cancelled', version: '1.0.0' });
    expect(await running.cancel(aCaller(), id)).toBeUndefined();
    clock.advance(hourMs);
    await due();
    expect([calls.length, await scheduled.find(id)]).toEqual([0, undefined]);
    expect((await recorded(id))?.status).toBe('cancelled');
  });

  it('is shown as running while another replica makes it, and cancelled there when its caller asks', async () => {
    const reached = Promise.withResolvers<void>();
    const { schedule, due, running, clock, recorded, scheduled } = setUp(async ({ deadline: { signal } }) => {
      reached.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return fail('cancelled', 'The tool was told to stop.', { outcome: 'unknown' });
    });
    const { envelope } = await schedule();
    const show = () => scheduledStanding(envelope, { store: scheduled, recorded });
    expect((await show()).status).toBe('scheduled');
    clock.advance(hourMs);
    const making = due();
    await reached.promise;
    expect(await show()).toMatchObject({ id, status: 'running', tool: 'acme/orders.create' });
    expect(await running.cancel(aCaller({ id: 'principal-bob' }), id)).toBeUndefined();
    expect(await running.cancel(aCaller(), id)).toMatchObject({ id, status: 'running' });
    clock.advance(500);
    await making;
    expect(await recorded(id)).toMatchObject({ status: 'cancelled', error: { outcome: 'unknown' } });
    expect(await show()).toMatchObject({ status: 'cancelled' });
    expect(await running.cancel(aCaller(), id)).toBeUndefined();
  });

  it('that was cancelled by a process that died is ended by the sweep', async () => {
    const { schedule, running, scheduled, recorded, calls } = setUp();
    await schedule();
    await scheduled.cancel(id, 'principal-ann');
    await running.sweep.run(new AbortController().signal);
    expect((await recorded(id))?.status).toBe('cancelled');
    expect([calls.length, await scheduled.find(id)]).toEqual([0, undefined]);
  });

  it('whose run was lost is found by the sweep', async () => {
    const { schedule, running, runs, clock, calls } = setUp();
    await schedule();
    runs.kept.clear();
    clock.advance(hourMs + 60_001);
    await running.sweep.run(new AbortController().signal);
    expect(calls).toHaveLength(1);
  });

  it('answers repeats under its key: that it is scheduled, then its result', async () => {
    const { schedule, due, clock, calls } = setUp();
    const { envelope } = await schedule({ idempotencyKey: 'order-1' });
    const repeat = () => schedule({ idempotencyKey: 'order-1', id: '00000000-0000-7000-8000-00000000ca12' });
    expect((await repeat()).envelope).toMatchObject({ id: envelope.id, status: 'scheduled' });
    clock.advance(hourMs);
    await due();
    expect((await repeat()).envelope).toMatchObject({ id: envelope.id, status: 'succeeded' });
    expect(calls).toHaveLength(1);
  });

  it('whose server died while it was made is not made twice when that may do harm', async () => {
    const { schedule, due, clock, calls, ledger, recorded, scheduled } = setUp();
    await schedule();
    clock.advance(hourMs);
    await scheduled.begin(id, clock.now());
    const [request, by] = [{ tool: 'acme/orders.create@^1', input: { item: 'tea' } }, 'principal-ann'];
    const use = { organisationId: 'org-acme', principalId: by, key: `scheduled:${id}`, invocationId: id };
    const other = ledger.another();
    const claimed = await other.claim({ ...use, requestDigest: requestDigest(request) }, clock.now());
    if (claimed.state !== 'claimed') throw new Error('the key is new');
    const reached = { versionId: 'version', tool: 'acme/orders.create', version: '1.0.0', repeatable: false };
    await other.reach(claimed.claim, reached);
    other.die();
    await due();
    expect([calls.length, (await recorded(id))?.error]).toMatchObject([0, { code: 'outcome_unknown' }]);
    expect(await scheduled.find(id)).toBeUndefined();
  });

  it('that was begun longer ago than keys are kept has an unknown outcome', async () => {
    const { schedule, due, clock, calls, recorded, scheduled } = setUp();
    await schedule();
    clock.advance(hourMs);
    await scheduled.begin(id, clock.now());
    clock.advance(24 * hourMs);
    await due();
    expect([calls.length, (await recorded(id))?.error?.code]).toEqual([0, 'outcome_unknown']);
  });
});
