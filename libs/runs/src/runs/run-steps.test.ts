import type { Envelope, RunBody, RunView } from '@assay/contracts';
import type { Failure, Result } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { smallCompositions as composing, type StepAnswer, aStep as step } from '../testing/small-compositions.js';
import { runDefaults } from './run.js';

const context = { traceId: 't' };
const turns = async (many = 200): Promise<void> => {
  for (let turn = 0; turn < many; turn += 1) await Promise.resolve();
};
const runOf = (run: Result<RunView, Failure>): RunView => {
  if (!run.ok) throw new Error(run.error.message);
  return run.value;
};
const untilAborted = (signal: AbortSignal | undefined): Promise<Partial<Envelope>> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ status: 'cancelled' })));

/** A house whose second tool that acts can be undone. */
async function undoable(answer: StepAnswer) {
  const house = await composing(answer);
  house.publish({ name: 'acme/undo' });
  const compensation = { class: 'full' as const, tool: 'acme/undo', input: '{"of": input.n}' };
  house.publish({ name: 'acme/book', compensation });
  return house;
}
const book = (n: string) => ({ tool: 'acme/book', input: { n } });

describe('the steps of a run that is gone on with', () => {
  it('in branches that were lost before are undone, whether they had ended or only begun', async () => {
    let hangs = true;
    const { replica, caller, calls } = await undoable(({ tool, input }, { signal }) => {
      const isStuck = hangs && (input.n === 'slow' || tool?.startsWith('acme/act') === true);
      return isStuck ? untilAborted(signal) : { output: input };
    });
    const one = replica('one');
    one.runs.start();
    const chain: RunBody['chain'] = {
      sequence: [
        {
          parallel: {
            branches: { a: { sequence: [book('done'), book('slow')] }, b: book('win') },
            join: { best: 'output.n == "win" ? 1 : 0' },
          },
        },
        { tool: 'acme/act', input: { last: true } },
      ],
    };
    // `best` waits for all: the slow one is given up when its tool fails.
    const begun = runOf(await one.runs.execute(caller, { chain }, { ...context, isAsync: true }));
    await turns();
    expect(begun.status).toBe('running');
    await one.runs.stop();
    hangs = false;
    const two = replica('two');
    two.runs.start();
    await turns(2_000);
    const ended = runOf(await two.shown.show(caller, begun.id));
    expect(ended.status).toBe('succeeded');
    const undone = calls.filter(({ request }) => request.tool === 'acme/undo').map(({ request }) => request.input.of);
    expect(undone).toEqual(['slow', 'done']);
    // What was done was not done again, and what was cut off was asked again under its key.
    const booked = calls.filter(({ request }) => request.tool === 'acme/book@1.0.0');
    expect(booked.map(({ request }) => request.input.n).sort()).toEqual(['done', 'slow', 'slow', 'win']);
    const keys = booked
      .filter(({ request }) => request.input.n === 'slow')
      .map(({ request }) => request.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
    await two.runs.stop();
  });

  it('take the branches that a join had taken, though another one had ended by then', async () => {
    const late = Promise.withResolvers<Partial<Envelope>>();
    let hangs = true;
    const { replica, caller, calls } = await undoable(({ tool, input }, { signal }) => {
      if (input.n === 'late') return late.promise;
      if (hangs && tool?.startsWith('acme/act')) return untilAborted(signal);
      return { output: input };
    });
    const one = replica('one');
    one.runs.start();
    const chain: RunBody['chain'] = {
      sequence: [
        { parallel: { branches: { late: book('late'), quick: book('quick') }, join: 'first' } },
        { tool: 'acme/act', input: { took: '$prev.n' } },
      ],
    };
    const begun = runOf(await one.runs.execute(caller, { chain }, { ...context, isAsync: true }));
    await turns();
    late.resolve({ output: { n: 'late' } });
    await turns();
    await one.runs.stop();
    hangs = false;
    const two = replica('two');
    two.runs.start();
    await turns(2_000);
    expect(runOf(await two.shown.show(caller, begun.id)).output).toEqual({ took: 'quick' });
    const acted = calls.filter(({ request }) => request.tool?.startsWith('acme/act'));
    expect(acted.map(({ request }) => request.input)).toEqual([{ took: 'quick' }, { took: 'quick' }]);
    expect(calls.filter(({ request }) => request.tool === 'acme/undo').map(({ request }) => request.input)).toEqual([
      { of: 'late' },
    ]);
    await two.runs.stop();
  });
});

describe('the steps of a run', () => {
  it('that act do not begin once it is cancelled, wherever that is said', async () => {
    const first = Promise.withResolvers<Partial<Envelope>>();
    const { replica, caller, calls, store } = await composing(() => first.promise);
    const { runs, shown } = replica('one');
    const plan = { steps: [step('a', 'acme/act'), step('b', 'acme/act', {}, ['a'])] };
    const { id } = runOf(await runs.execute(caller, { plan }, { ...context, isAsync: true }));
    await turns();
    await store.cancel(id);
    first.resolve({ output: 1 });
    await turns();
    expect(runOf(await shown.show(caller, id))).toMatchObject({
      status: 'cancelled',
      steps: [{ status: 'succeeded' }, { status: 'cancelled' }],
    });
    expect(calls).toHaveLength(1);
  });

  it('fail when the same call, begun before, outlasts their time: nobody may be left to end it', async () => {
    const { replica, caller } = await composing(() => ({ id: 'first', status: 'running' }));
    const { runs } = replica('one');
    const run = runOf(await runs.execute(caller, { plan: { steps: [step('a', 'acme/act')] } }, context));
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'deadline_exceeded', outcome: 'unknown', message: expect.stringMatching(/invocations\/first/) },
    });
  });

  it('give at most so much together', async () => {
    const half = 'x'.repeat(runDefaults.maxOutput / 2 + 1);
    const { replica, caller } = await composing(() => ({ output: half }));
    const { runs } = replica('one');
    const plan = { steps: [step('a', 'acme/read'), step('b', 'acme/act', {}, ['a'])] };
    const run = runOf(await runs.execute(caller, { plan }, context));
    expect(run.steps[1]).toMatchObject({ status: 'failed', error: { code: 'output_too_large', outcome: 'done' } });
  });
});

it('a step that waits is written down as soon as that can be, though the database is away at first', async () => {
  const house = await composing(() => ({ status: 'awaiting_approval', approval: { id: 'a', url: 'u' } }));
  house.approvals.set('a', { settledAt: null });
  let isAway = true;
  const away = new Proxy(house.store, {
    get(of, name: keyof typeof house.store) {
      if (isAway && name === 'begin') return () => Promise.reject(new Error('away'));
      return (of[name] as (...given: unknown[]) => unknown).bind(of);
    },
  });
  const { runs } = house.replica('one', away);
  const plan = { steps: [step('a', 'acme/read')] };
  const run = runOf(await runs.execute(house.caller, { plan }, context));
  expect([run.status, await house.store.find(run.id)]).toEqual(['awaiting_approval', undefined]);
  expect(house.problems).toEqual([new Error('away')]);
  isAway = false;
  for (let passed = 0; passed < 5; passed += 1) {
    house.house.clock.advance(500);
    await turns();
  }
  expect(await house.store.steps(run.id)).toMatchObject([{ path: 'a', outcome: null }]);
});

it('two hundred runs of one caller may be under way, and keep nobody else from theirs', async () => {
  const { replica, caller } = await composing((_request, { signal }) => untilAborted(signal));
  const { runs } = replica('one');
  const body = { plan: { steps: [step('a', 'acme/read')] } };
  const begin = (by: typeof caller) => runs.execute(by, body, { ...context, isAsync: true });
  const all = await Promise.all(Array.from({ length: 205 }, () => begin(caller)));
  expect(all.map(({ ok }) => ok)).toEqual(Array.from({ length: 205 }, (_, at) => at < 200));
  expect(await begin(caller)).toMatchObject({
    error: { code: 'rate_limited', message: expect.stringMatching(/200 of your runs/), retryAfterMs: 1_000 },
  });
  const other = await begin({ ...caller, principalId: 'principal-other' });
  expect(other).not.toMatchObject({ error: { code: 'rate_limited' } });
  const [first] = all;
  await runs.cancel(caller, runOf(first as (typeof all)[number]).id);
  expect(await begin(caller)).toMatchObject({ ok: true });
});

describe('a run whose client goes away', () => {
  const held = () => {
    const gone = new AbortController();
    return { gone, tool: composing((_request, { signal }) => untilAborted(signal)) };
  };

  it('is cancelled, also when it had gone before the run began', async () => {
    const { gone, tool } = held();
    const { replica, caller } = await tool;
    const { runs } = replica('one');
    gone.abort();
    const plan = { steps: [step('a', 'acme/act'), step('b', 'acme/act', {}, ['a'])] };
    const run = runOf(await runs.execute(caller, { plan }, { ...context, signal: gone.signal }));
    expect(run.status).toBe('cancelled');
  });

  it('goes on when it has a key, under which its client comes back', async () => {
    const first = Promise.withResolvers<Partial<Envelope>>();
    const { replica, caller } = await composing(() => first.promise);
    const { runs } = replica('one');
    const gone = new AbortController();
    const body = { plan: { steps: [step('a', 'acme/act'), step('b', 'acme/act', {}, ['a'])] }, idempotencyKey: 'k' };
    const waiting = runs.execute(caller, body, { ...context, signal: gone.signal });
    await turns();
    gone.abort();
    const again = runs.execute(caller, body, context);
    const begun = runOf(await runs.execute(caller, body, { ...context, isAsync: true }));
    expect(begun.status).toBe('running');
    first.resolve({ output: 'done' });
    expect(runOf(await again)).toMatchObject({ id: begun.id, status: 'succeeded' });
    await waiting;
  });
});
