import type { Envelope } from '@assay/contracts';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { smallCompositions as composing, aStep as step } from '../testing/small-compositions.js';
import type { Run } from './run.js';

const context = { traceId: 't' };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

describe('a run', () => {
  it('that only reads is kept once, at its end; its steps have no keys', async () => {
    const { replica, caller, calls, store } = await composing();
    const { runs } = replica('one');
    const plan = { steps: [step('a', 'acme/read', { x: 1 }), step('b', 'acme/read', { y: '$ref:a.x' })] };
    const run = await runs.execute(caller, { plan }, context);
    expect(run).toMatchObject({ ok: true, value: { status: 'succeeded', outputs: { b: { output: { y: 1 } } } } });
    expect(calls.map(({ request }) => [request.tool, request.idempotencyKey, request.fallback])).toEqual([
      ['acme/read@1.0.0', undefined, 'declared'],
      ['acme/read@1.0.0', undefined, 'declared'],
    ]);
    expect(calls[0]?.context).toMatchObject({ traceId: 't', isWhole: true, nesting: 1 });
    const { value } = run as { value: { id: string } };
    expect(await store.view(value.id)).toEqual(value);
  });

  it('that acts is kept before it begins, and each acting step has a key of its own', async () => {
    const kept: unknown[] = [];
    const { replica, caller, calls, store } = await composing(async () => {
      kept.push((await store.list({ principalId: caller.principalId as string, after: null, limit: 9 })).length);
      return { output: {} };
    });
    const { runs } = replica('one');
    const plan = { steps: [step('a', 'acme/act@1.0.0'), step('b', 'acme/act', {}, ['a'])] };
    const run = await runs.execute(caller, { plan }, context);
    expect([run.ok, kept]).toEqual([true, [1, 1]]);
    const [one, two] = calls.map(({ request }) => request);
    expect(one?.idempotencyKey).toMatch(/^run-step:[0-9a-f]{64}$/);
    expect(two?.idempotencyKey).not.toBe(one?.idempotencyKey);
    // An exact version is called, or nothing is.
    expect([one?.fallback, two?.fallback]).toEqual([undefined, 'declared']);
  });

  it('is refused whole, with every problem, to who may not', async () => {
    const { replica, caller, calls } = await composing();
    const { runs } = replica('one');
    const plan = { steps: [step('a', 'acme/none'), step('b', 'acme/read', { x: '$ref:z' })] };
    expect(await runs.execute(caller, { plan }, context)).toMatchObject({
      error: {
        code: 'invalid_request',
        issues: [{ path: '/plan/steps/0/tool' }, { path: '/plan/steps/1/arguments/x' }],
      },
    });
    const nobody = { ...caller, principalId: null };
    expect(await runs.execute(nobody, { plan }, context)).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(calls).toEqual([]);
  });

  it('under a key is the same run, also while it is under way, and refused with other contents', async () => {
    const held = Promise.withResolvers<Partial<Envelope>>();
    const { replica, caller, calls } = await composing(() => held.promise);
    const { runs } = replica('one');
    const body = { plan: { steps: [step('a', 'acme/read')] }, idempotencyKey: 'k' };
    const both = [runs.execute(caller, body, context), runs.execute(caller, body, context)];
    await turns();
    held.resolve({ output: 1 });
    const [one, two] = await Promise.all(both);
    expect(two).toEqual(one);
    expect(await runs.execute(caller, body, context)).toEqual(one);
    expect(calls).toHaveLength(1);
    for (const other of [{ deadlineMs: 5 }, { input: {} }, { session: 's' }, { task: 't' }, { plan: { steps: [] } }])
      expect(await runs.execute(caller, { ...body, ...other }, context)).toMatchObject({
        error: { code: 'idempotency_conflict' },
      });
  });

  it('is its caller’s own: shown, followed and cancelled by nobody else', async () => {
    const held = Promise.withResolvers<Partial<Envelope>>();
    const { replica, caller } = await composing(() => held.promise);
    const { runs, shown } = replica('one');
    const begun = await runs.execute(
      caller,
      { plan: { steps: [step('a', 'acme/act')] } },
      { ...context, isAsync: true },
    );
    const { id } = (begun as { value: { id: string } }).value;
    const other = aCaller({ id: 'principal-eve' });
    expect(await shown.show(other, id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await runs.cancel(other, id)).toMatchObject({ error: { code: 'not_found' } });
    expect(
      shown.follow(
        other,
        id,
        undefined,
        () => undefined,
        () => undefined,
      ),
    ).toBe('unknown');
    expect(
      typeof shown.follow(
        caller,
        id,
        undefined,
        () => undefined,
        () => undefined,
      ),
    ).toBe('function');
    held.resolve({ status: 'cancelled' });
    expect(await runs.cancel(caller, id)).toMatchObject({ value: { status: 'cancelled' } });
    expect(await runs.cancel(caller, id)).toMatchObject({ error: { code: 'conflict' } });
    expect(await shown.show(caller, 'no-id')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('waits for a person, and withdraws that when it is cancelled', async () => {
    const approval = { id: 'approval', url: 'u' };
    const { replica, caller, approvals, withdrawn, store, house } = await composing(() => ({
      status: 'awaiting_approval',
      approval,
    }));
    approvals.set('approval', { settledAt: null });
    const { runs } = replica('one');
    const run = await runs.execute(caller, { plan: { steps: [step('a', 'acme/read')] } }, context);
    expect(run).toMatchObject({ value: { status: 'awaiting_approval', steps: [{ waitsFor: { id: 'approval' } }] } });
    const { id } = (run as { value: { id: string } }).value;
    await turns();
    expect((await store.steps(id))[0]).toMatchObject({ path: 'a', outcome: null });
    const cancelled = runs.cancel(caller, id);
    await turns();
    house.clock.advance(100);
    expect(await cancelled).toMatchObject({ value: { status: 'cancelled' } });
    expect(withdrawn).toEqual(['call-1']);
  });

  it('is left when its replica stops, and gone on with by another: what was done is not done again', async () => {
    let hangs = true;
    const never = new Promise<Partial<Envelope>>(() => undefined);
    const { replica, caller, calls, house, store } = await composing(({ input }, { signal }) => {
      if (!hangs || input.last !== true) return { output: { did: input } };
      return Promise.race([
        never,
        new Promise<Partial<Envelope>>((resolve) =>
          signal?.addEventListener('abort', () => resolve({ status: 'cancelled' })),
        ),
      ]);
    });
    const one = replica('one');
    one.runs.start();
    const plan = {
      steps: [step('a', 'acme/act', { n: 1 }), step('b', 'acme/act', { last: true, of: '$ref:a.did.n' })],
    };
    const begun = await one.runs.execute(caller, { plan }, { ...context, isAsync: true });
    const { id } = (begun as { value: { id: string } }).value;
    await turns();
    await one.runs.stop();
    expect(await store.view(id)).toBeUndefined();
    expect(await one.runs.execute(caller, { plan }, context)).toMatchObject({ error: { code: 'unavailable' } });
    hangs = false;
    const two = replica('two');
    two.runs.start();
    await turns();
    house.clock.advance(2_000);
    await turns();
    expect(await store.view(id)).toMatchObject({ status: 'succeeded', outputs: { b: { output: { did: { of: 1 } } } } });
    const keys = calls.map(({ request }) => request.idempotencyKey);
    expect(keys).toHaveLength(3);
    expect(keys[2]).toBe(keys[1]);
    await two.runs.stop();
  });

  it('ends when its caller is not valid any more', async () => {
    const { replica, caller, store, house } = await composing();
    const row: Run = {
      ...{ id: house.random.uuid(), organisationId: 'org-acme', principalId: 'principal-gone', keyId: null },
      ...{
        idempotencyKey: null,
        digest: 'd',
        notation: 'plan',
        status: 'running',
        traceId: 't',
        startedAt: 0,
        endedAt: null,
      },
    } as const;
    const work = { body: { plan: { steps: [step('a', 'acme/read')] } }, scopes: [], namespaces: null, pins: {} };
    await store.begin(row, work, 'dead', -1, -1);
    const { runs } = replica('one');
    runs.start();
    await turns();
    expect(await store.view(row.id)).toMatchObject({ status: 'failed', error: { code: 'denied' } });
    expect(caller.principalId).not.toBe(row.principalId);
    await runs.stop();
  });

  it('releases runs whose lease it cannot renew', async () => {
    const held = new Promise<Partial<Envelope>>(() => undefined);
    const { replica, caller, house, store, problems } = await composing((_request, { signal }) =>
      Promise.race([
        held,
        new Promise<Partial<Envelope>>((resolve) =>
          signal?.addEventListener('abort', () => resolve({ status: 'cancelled' })),
        ),
      ]),
    );
    const deaf = new Proxy(store, {
      get(of, name: keyof typeof store) {
        if (name === 'renew') return () => Promise.reject(new Error('away'));
        return (of[name] as (...given: unknown[]) => unknown).bind(of);
      },
    });
    const { runs, held: holding } = replica('one', deaf);
    runs.start();
    const begun = await runs.execute(
      caller,
      { plan: { steps: [step('a', 'acme/act')] } },
      { ...context, isAsync: true },
    );
    const { id } = (begun as { value: { id: string } }).value;
    for (let second = 0; second < 10; second += 1) {
      await turns();
      house.clock.advance(1_000);
    }
    await turns();
    expect(holding.find(id, caller.principalId)).toBeUndefined();
    expect(problems).toContainEqual(new Error('away'));
    expect(await store.view(id)).toBeUndefined();
    await runs.stop();
  });

  it('counts', async () => {
    const { replica, caller, metrics } = await composing();
    await replica('one').runs.execute(caller, { plan: { steps: [step('a', 'acme/read')] } }, context);
    expect(metrics.counts()).toMatchObject({
      runs: [{ notation: 'plan', status: 'succeeded', count: 1 }],
      steps: [{ notation: 'plan', status: 'succeeded', count: 1 }],
    });
  });
});

it('a run that another replica has taken over is not reported as ended by the former one', async () => {
  const { replica, caller, store } = await composing(() => ({ output: 1 }));
  const lost = new Proxy(store, {
    get: (of, name: keyof typeof store) =>
      name === 'end' ? async () => false : (of[name] as (...given: unknown[]) => unknown).bind(of),
  });
  const { runs } = replica('one', lost);
  const run = await runs.execute(caller, { plan: { steps: [step('a', 'acme/act')] } }, context);
  expect(run).toMatchObject({ value: { status: 'running', endedAt: null } });
});
