import type { Envelope, RunView } from '@assay/contracts';
import type { Failure, Result } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { Scripts } from '../testing/scripted-sandbox.js';
import { type StepAnswer, smallCompositions } from '../testing/small-compositions.js';

const context = { traceId: 't' };
const turns = async (many = 2_000): Promise<void> => {
  for (let turn = 0; turn < many; turn += 1) await Promise.resolve();
};
const runOf = (run: Result<RunView, Failure>): RunView => {
  if (!run.ok) throw new Error(run.error.message);
  return run.value;
};
const failing = (outcome: 'none' | 'done' = 'none'): Partial<Envelope> => ({
  status: 'failed',
  error: { code: 'tool_error', message: 'it fails', outcome } as NonNullable<Envelope['error']>,
});
const house = async (scripts: Scripts, answer?: StepAnswer) => {
  const small = await smallCompositions(answer, scripts);
  return { ...small, ...small.replica('one') };
};
const namesOf = (calls: { request: { input: Readonly<Record<string, unknown>> } }[]) =>
  calls.map(({ request }) => request.input.n);

describe('a run of code', () => {
  it('makes its calls as steps, together where they are awaited together, and gives value and console', async () => {
    const { runs, caller, calls } = await house({
      both: async ({ call, log, input }) => {
        log('begun');
        const [a, b] = await Promise.all([call('acme/read', { n: 'a' }), call('acme/act', { n: 'b' })]);
        return { a, b, input };
      },
    });
    const run = runOf(await runs.execute(caller, { code: 'both', input: 1 }, context));
    expect(run).toMatchObject({
      notation: 'code',
      status: 'succeeded',
      output: { a: { n: 'a' }, b: { n: 'b' }, input: 1 },
      console: [{ level: 'log', text: 'begun' }],
    });
    expect(run.steps.map(({ id, tool, status }) => [id, tool, status])).toEqual([
      ['call-1', 'acme/read', 'succeeded'],
      ['call-2', 'acme/act', 'succeeded'],
    ]);
    expect(calls.map(({ request }) => request.idempotencyKey !== undefined)).toEqual([false, true]);
  });

  it('hears of failures, and fails when it throws; resumed, it repeats nothing that succeeded', async () => {
    let isBroken = true;
    const { runs, caller, calls } = await house(
      {
        two: async ({ call }) => {
          await call('acme/act', { n: 'a' });
          return call('acme/act', { n: 'b' });
        },
        caught: async ({ call }) => call('acme/none').catch((error: Error & { code: string }) => error.code),
      },
      ({ input }) => (input.n === 'b' && isBroken ? failing() : { output: input }),
    );
    const run = runOf(await runs.execute(caller, { code: 'two' }, context));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'code_failed', outcome: 'done' } });
    isBroken = false;
    expect(runOf(await runs.resume(caller, run.id, context))).toMatchObject({
      status: 'succeeded',
      output: { n: 'b' },
    });
    expect(namesOf(calls)).toEqual(['a', 'b', 'b']);
    expect(runOf(await runs.execute(caller, { code: 'caught' }, context)).output).toBe('not_found');
  });

  it('continues on another replica by running again with the same answers in the same order', async () => {
    const answers = new Map<string, PromiseWithResolvers<Partial<Envelope>>>();
    const seen: string[] = [];
    const script: Scripts[string] = async ({ call }) => {
      const first = await Promise.race(['a', 'b'].map((n) => call('acme/act', { n }).then(() => n)));
      seen.push(first);
      return call('acme/act', { n: `after ${first}` });
    };
    const small = await smallCompositions(
      ({ input }, { signal }) => {
        const answer = Promise.withResolvers<Partial<Envelope>>();
        answers.set(String(input.n), answer);
        signal?.addEventListener('abort', () => answer.resolve({ status: 'cancelled' }));
        return answer.promise;
      },
      { script },
    );
    const one = small.replica('one');
    one.runs.start();
    const { id } = runOf(await one.runs.execute(small.caller, { code: 'script' }, { ...context, isAsync: true }));
    await turns();
    answers.get('b')?.resolve({ output: {} });
    await turns();
    expect(seen).toEqual(['b']);
    await one.runs.stop();
    const two = small.replica('two');
    two.runs.start();
    await turns();
    expect(seen).toEqual(['b', 'b']);
    answers.get('a')?.resolve({ output: {} });
    answers.get('after b')?.resolve({ output: { n: 'done' } });
    await turns();
    expect(runOf(await two.shown.show(small.caller, id))).toMatchObject({ status: 'succeeded', output: { n: 'done' } });
    await two.runs.stop();
    expect(namesOf(small.calls).filter((n) => n === 'b')).toHaveLength(1);
  });

  it('is refused when it makes other calls than before', async () => {
    let turn = 0;
    const { runs, caller, calls } = await house({
      moody: async ({ call }) => {
        turn += 1;
        await call('acme/act', { n: turn });
        throw new Error('again');
      },
    });
    const { id } = runOf(await runs.execute(caller, { code: 'moody' }, context));
    const again = runOf(await runs.resume(caller, id, context));
    expect(again).toMatchObject({ status: 'failed', error: { code: 'code_diverged' } });
    expect(calls).toHaveLength(1);
    expect((await runs.resume(caller, id, context)).ok).toBe(false);
  });

  it('undoes what it did on request, the latest first, and makes no call that cannot be undone', async () => {
    const { runs, caller, calls, publish } = await house({
      books: async ({ call }) => {
        await call('acme/book', { n: 'a' });
        await call('acme/book', { n: 'b' });
        await call('acme/act', { n: 'c' });
      },
    });
    publish({ name: 'acme/undo' });
    publish({
      name: 'acme/book',
      compensation: { class: 'full', tool: 'acme/undo', input: '{"n": "undo " & input.n}' },
    });
    const run = runOf(await runs.execute(caller, { code: 'books', onFailure: 'undo' }, context));
    expect(run.error).toMatchObject({
      code: 'code_failed',
      message: expect.stringContaining('cannot be undone'),
    });
    expect(namesOf(calls)).toEqual(['a', 'b', 'undo b', 'undo a']);
  });

  it('is not begun where it cannot run, and ends at its deadline', async () => {
    const {
      runs,
      caller,
      sandbox,
      house: small,
    } = await house(
      { slow: ({ call }) => call('acme/read', {}) },
      (_request, { signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ status: 'cancelled' }))),
    );
    sandbox.refused = 'Not here.';
    expect(await runs.execute(caller, { code: 'slow' }, context)).toMatchObject({
      error: { code: 'isolation_required' },
    });
    sandbox.refused = null;
    const running = runs.execute(caller, { code: 'slow', deadlineMs: 50 }, context);
    await turns();
    small.clock.advance(60);
    expect(runOf(await running)).toMatchObject({ status: 'failed', error: { code: 'deadline_exceeded' } });
    const missing = runOf(await runs.execute(caller, { code: 'missing' }, context));
    expect(missing.error).toMatchObject({ code: 'unavailable' });
  });

  it('keeps nothing when it times out while it holds its run: others go on, and it can be resumed', async () => {
    let isSlow = true;
    const {
      runs,
      caller,
      sandbox,
      house: small,
    } = await house(
      { holds: ({ call }) => call('acme/read', { n: 1 }), other: ({ call }) => call('acme/read', { n: 2 }) },
      ({ input }, { signal }) =>
        isSlow && input.n === 1
          ? new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ status: 'cancelled' })))
          : { output: input },
    );
    const running = runs.execute(caller, { code: 'holds', deadlineMs: 50 }, context);
    await turns();
    small.clock.advance(60);
    const late = runOf(await running);
    expect([late.status, late.error?.code]).toEqual(['failed', 'deadline_exceeded']);
    expect(sandbox.sessions.map((it) => it.isClosed)).toEqual([true]);
    expect(runOf(await runs.execute(caller, { code: 'other' }, context)).output).toEqual({ n: 2 });
    isSlow = false;
    expect(runOf(await runs.resume(caller, late.id, context))).toMatchObject({ status: 'succeeded', output: { n: 1 } });
  });

  it('gives its process up while it waits long, and goes on by running again', async () => {
    const answer = Promise.withResolvers<Partial<Envelope>>();
    const {
      runs,
      caller,
      sandbox,
      house: small,
    } = await house(
      {
        waits: async ({ call, log }) => {
          log('before');
          const got = await call('acme/read', { n: 1 });
          log('after');
          return got;
        },
      },
      () => answer.promise,
    );
    const running = runs.execute(caller, { code: 'waits' }, context);
    await turns();
    small.clock.advance(6_000);
    expect(sandbox.sessions.map((it) => it.isClosed)).toEqual([true]);
    answer.resolve({ output: 'late' });
    expect(runOf(await running)).toMatchObject({
      output: 'late',
      console: [{ text: 'before' }, { text: 'after' }],
    });
    expect(sandbox.sessions).toHaveLength(2);
  });

  it('repeats an earlier run under its key, and refuses other code under it', async () => {
    const { runs, caller, calls } = await house({ a: ({ call }) => call('acme/act', {}), b: async () => 1 });
    const idempotencyKey = 'k';
    const { id } = runOf(await runs.execute(caller, { code: 'a', idempotencyKey }, context));
    expect(runOf(await runs.execute(caller, { code: 'a', idempotencyKey }, context)).id).toBe(id);
    expect(calls).toHaveLength(1);
    expect(await runs.execute(caller, { code: 'b', idempotencyKey }, context)).toMatchObject({
      error: { code: 'idempotency_conflict' },
    });
  });
});
