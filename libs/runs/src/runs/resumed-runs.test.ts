import type { Envelope, RunBody, RunView } from '@assay/contracts';
import type { Failure, Result } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { smallCompositions as composing, aStep as step } from '../testing/small-compositions.js';

const context = { traceId: 't' };
const turns = async (many = 200): Promise<void> => {
  for (let turn = 0; turn < many; turn += 1) await Promise.resolve();
};
const runOf = (run: Result<RunView, Failure>): RunView => {
  if (!run.ok) throw new Error(run.error.message);
  return run.value;
};
const failing = (outcome: 'none' | 'done' | 'unknown'): Partial<Envelope> => ({
  status: 'failed',
  error: { code: 'tool_error', message: 'it fails', outcome } as NonNullable<Envelope['error']>,
});

/** A replica whose tools fail, by the `n` they are given, for as long as they are among those that do. */
async function house(fails: Record<string, Partial<Envelope>>) {
  const so = await composing(({ input }) => fails[String(input.n)] ?? { output: input });
  const compensation = { class: 'full' as const, tool: 'acme/undo', input: '{"n": "undo " & input.n}' };
  so.publish({ name: 'acme/undo' });
  so.publish({ name: 'acme/book', compensation });
  const keysOf = (n: string) =>
    so.calls.filter(({ request }) => request.input.n === n).map(({ request }) => request.idempotencyKey);
  return { ...so, ...so.replica('one'), fails, keysOf };
}
const book = (n: string) => ({ tool: 'acme/book', input: { n } });

describe('a run that is resumed', () => {
  it('asks for what failed under a new key each time, and under the old one for what may have been done', async () => {
    const { runs, caller, keysOf, fails } = await house({ failed: failing('none'), lost: failing('unknown') });
    const plan = { steps: ['done', 'failed', 'lost'].map((n) => step(n, 'acme/act', { n })) };
    const { id } = runOf(await runs.execute(caller, { plan }, context));
    expect(runOf(await runs.resume(caller, id, context)).status).toBe('partial');
    delete fails.failed;
    delete fails.lost;
    expect(runOf(await runs.resume(caller, id, context)).status).toBe('succeeded');
    const distinct = (n: string) => new Set(keysOf(n)).size;
    expect([keysOf('done'), keysOf('failed'), keysOf('lost')].map((it) => it.length)).toEqual([1, 3, 3]);
    expect([distinct('failed'), distinct('lost')]).toEqual([3, 1]);
  });

  it('restarts a step that was interrupted before it had done anything', async () => {
    const { replica, caller, calls } = await composing(async (_request, { signal }) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return { status: 'cancelled' };
    });
    const { runs } = replica('one');
    const plan = { steps: [step('a', 'acme/act', { n: 'a' })] };
    const { id } = runOf(await runs.execute(caller, { plan }, { ...context, isAsync: true }));
    await turns();
    await runs.cancel(caller, id);
    const resumed = await runs.resume(caller, id, { ...context, isAsync: true });
    expect(runOf(resumed).status).toBe('running');
    await turns();
    await runs.cancel(caller, id);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ request }) => request.idempotencyKey)).size).toBe(2);
  });

  it('goes on with the rights of who resumes it', async () => {
    const { runs, calls, fails } = await house({ x: failing('none') });
    const chain: RunBody['chain'] = { tool: 'acme/act', input: { n: 'x' } };
    const { id } = runOf(await runs.execute(aCaller(), { chain }, context));
    delete fails.x;
    const narrower = aCaller({}, ['tools:call', 'registry:read'], ['acme']);
    expect(runOf(await runs.resume(narrower, id, context)).status).toBe('succeeded');
    expect(calls.map(({ context: { caller } }) => [caller.scopes.has('registry:publish'), caller.namespaces])).toEqual([
      [true, null],
      [false, ['acme']],
    ]);
  });

  it('is none that handed failures on, nor one whose effects could not be undone', async () => {
    const { runs, caller, fails } = await house({ x: failing('none'), 'undo b': failing('none') });
    const steps = ['acme/act', 'acme/act'].map((tool) => ({ tool, adapter: '{"n": "x"}' }));
    const pipeline = { steps, errorStrategy: 'CONTINUE_ON_FAILURE' as const };
    const reported = runOf(await runs.execute(caller, { pipeline, input: { n: 'x' } }, context));
    const fan: RunBody['chain'] = {
      sequence: [
        { parallel: { branches: { a: book('a'), b: book('b') }, join: { best: 'output.n == "a" ? 1 : 0' } } },
        { tool: 'acme/act', input: { n: 'x' } },
      ],
    };
    const stuck = runOf(await runs.execute(caller, { chain: fan }, context));
    expect(stuck.warnings).toEqual([expect.stringMatching(/b: what it did is not wanted, and could not be undone/)]);
    for (const { id, status } of [reported, stuck]) {
      expect([id, status]).toEqual([id, 'failed']);
      expect(await runs.resume(caller, id, context)).toMatchObject({ error: { code: 'conflict' } });
    }
    delete fails['undo b'];
    const { id } = runOf(await runs.execute(caller, { chain: fan }, context));
    delete fails.x;
    expect(runOf(await runs.resume(caller, id, context)).status).toBe('succeeded');
  });
});

it('a run that was cancelled while nobody carried it out begins nothing more', async () => {
  const { replica, caller, calls, store } = await composing(
    (_request, { signal }) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ status: 'cancelled' }))),
  );
  const one = replica('one');
  one.runs.start();
  const plan = { steps: [step('a', 'acme/read')] };
  const { id } = runOf(await one.runs.execute(caller, { plan }, { ...context, isAsync: true }));
  await turns();
  await one.runs.stop();
  await store.cancel(id);
  const two = replica('two');
  two.runs.start();
  await turns();
  expect(runOf(await two.shown.show(caller, id)).status).toBe('cancelled');
  expect(calls).toHaveLength(1);
  await two.runs.stop();
});

describe('what a step of a run did', () => {
  const fan: RunBody['chain'] = {
    parallel: { branches: { a: book('a'), b: book('b') }, join: { best: 'output.n == "a" ? 1 : 0' } },
  };

  it('is undone as the tool says that stood in for what the step names', async () => {
    const so = await composing(({ input, tool }) => ({
      output: input,
      ...(tool?.startsWith('acme/book') && input.n === 'b' && { tool: 'acme/spare', version: '1.0.0' }),
    }));
    for (const name of ['acme/book', 'acme/spare'])
      so.publish({ name, compensation: { class: 'full', tool: `${name}-undo`, input: '{"n": input.n}' } });
    const run = runOf(await so.replica('one').runs.execute(so.caller, { chain: fan }, context));
    expect(run.status).toBe('succeeded');
    expect(so.calls.map(({ request }) => request.tool)).toEqual([
      'acme/book@1.0.0',
      'acme/book@1.0.0',
      'acme/spare-undo',
    ]);
  });

  it('is not undone where it turns out, once the run goes on, that it did nothing', async () => {
    let hangs = true;
    const begun = Promise.withResolvers<void>();
    const so = await composing(async ({ input }, { signal }) => {
      if (input.n !== 'b') return { output: input };
      begun.resolve();
      if (!hangs) return failing('none');
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return { status: 'cancelled' };
    });
    so.publish({ name: 'acme/undo' });
    so.publish({ name: 'acme/book', compensation: { class: 'full', tool: 'acme/undo', input: '{"n": input.n}' } });
    const one = so.replica('one');
    one.runs.start();
    const { id } = runOf(await one.runs.execute(so.caller, { chain: fan }, { ...context, isAsync: true }));
    await begun.promise;
    await one.runs.stop();
    hangs = false;
    const two = so.replica('two');
    two.runs.start();
    await turns(2_000);
    expect(runOf(await two.shown.show(so.caller, id)).status).toBe('succeeded');
    expect(so.calls.filter(({ request }) => request.tool === 'acme/undo')).toEqual([]);
    await two.runs.stop();
  });
});
