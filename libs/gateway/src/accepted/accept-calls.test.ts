import { FakeClock, InMemoryDurableRuns } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryAcceptedCalls } from '../testing/in-memory-accepted-calls.js';
import { AcceptCalls } from './accept-calls.js';
import type { AcceptedCalls } from './accepted-calls.js';

const id = '0197a000-0000-7000-8000-000000000001';
const caller = aCaller();
const request = { id, tool: 'acme/t', input: {}, idempotencyKey: 'k' };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

let clock: FakeClock;
let accepted: InMemoryAcceptedCalls;
let runs: InMemoryDurableRuns;
let ending: PromiseWithResolvers<void>;
let flushed: PromiseWithResolvers<void>;
let began: unknown[];
let cancelled: string[];
let problems: unknown[];
beforeEach(() => {
  clock = new FakeClock();
  accepted = new InMemoryAcceptedCalls();
  runs = new InMemoryDurableRuns();
  ending = Promise.withResolvers();
  flushed = Promise.withResolvers();
  began = [];
  cancelled = [];
  problems = [];
});

const accepting = (calls: AcceptedCalls = accepted) =>
  new AcceptCalls({
    accepted: calls,
    runs,
    invoke: {
      run: async (_request, context) => {
        began.push([context.isAccepted, context.named, (await calls.find(id)) !== undefined]);
        await ending.promise;
        throw new Error('how it ended is recorded');
      },
    },
    running: { find: () => undefined, cancel: (each) => void cancelled.push(each) },
    audit: { flush: () => flushed.promise },
    clock,
    onProblem: (cause) => problems.push(cause),
  });

const begin = (calls = accepting(), as = caller) => calls.begin(request, { caller: as, traceId: 't' });

it('is durable before the call begins and before it is answered, and until its record is', async () => {
  const begun = await begin();
  expect(begun).toMatchObject({ ok: true, value: { id, status: 'running', tool: 'acme/t' } });
  await turns();
  expect(began).toEqual([[true, true, true]]);
  expect(runs.asked).toEqual([`hold accepted-call ${id}`]);
  ending.resolve();
  await turns();
  expect(await accepted.find(id)).toBeDefined();
  flushed.resolve();
  await turns();
  expect([await accepted.find(id), runs.kept.size]).toEqual([undefined, 0]);
});

it('is not begun when that cannot be made durable', async () => {
  const away = new Error('away');
  const calls = Object.assign(new InMemoryAcceptedCalls(), { accept: () => Promise.reject(away) });
  expect(await begin(accepting(calls))).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  expect([began, problems]).toEqual([[], [away]]);
});

it('belongs to somebody', async () => {
  const nobody = { ...aCaller(), principalId: null };
  expect(await begin(accepting(), nobody)).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
});

it('is shown to its caller on every replica, also when its process has died', async () => {
  await begin();
  const elsewhere = accepting(accepted.another());
  expect(await elsewhere.show(caller, id)).toMatchObject({ status: 'running' });
  expect(await elsewhere.show({ ...aCaller(), principalId: 'somebody else' }, id)).toBeUndefined();
  expect(await elsewhere.show(caller, 'no id')).toBeUndefined();
  expect(await elsewhere.isTaken(id)).toBe(true);
  accepted.die();
  expect(await elsewhere.show(caller, id)).toMatchObject({ status: 'failed', error: { outcome: 'none' } });
  expect(await elsewhere.cancel(caller, id)).toBeUndefined();
});

it('is cancelled where it is made when another replica is asked to', async () => {
  const here = accepting();
  await begin(here);
  expect(await accepting(accepted.another()).cancel(caller, id)).toMatchObject({ id, status: 'running' });
  clock.advance(500);
  await turns();
  expect(cancelled).toEqual([id]);
  here.stop();
  clock.advance(5_000);
  await turns();
  expect(cancelled).toEqual([id]);
});

describe('a call under way that goes on without its request', () => {
  const adopting = (call: object | undefined, calls: AcceptedCalls = accepted) =>
    new AcceptCalls({
      accepted: calls,
      runs,
      invoke: { run: () => Promise.reject(new Error('it is under way already')) },
      running: { find: () => call as never, cancel: () => {} },
      audit: { flush: () => flushed.promise },
      clock,
      onProblem: (cause) => problems.push(cause),
    });
  const underWay = (version: string | null) => ({
    call: { requested: { request }, resolved: {} },
    view: () => ({ tool: 'acme/t', version }),
    ended: ending.promise,
  });

  it('is found on every replica until its record is durable', async () => {
    const calls = adopting(underWay(null));
    expect(await calls.adopt(caller, id)).toBe(true);
    expect(await accepting(accepted.another()).show(caller, id)).toMatchObject({ status: 'running', tool: 'acme/t' });
    ending.resolve();
    flushed.resolve();
    await turns();
    expect(await accepted.find(id)).toBeUndefined();
    calls.stop();
  });

  it('may have reached its tool, so that losing it is no safe loss', async () => {
    const calls = adopting(underWay('1.0.0'));
    await calls.adopt(caller, id);
    expect(await accepted.find(id)).toMatchObject({ reached: { tool: 'acme/t', version: '1.0.0' } });
    calls.stop();
  });

  it('is not there when it has ended, or cannot be made durable', async () => {
    expect(await adopting(undefined).adopt(caller, id)).toBe(false);
    const away = Object.assign(new InMemoryAcceptedCalls(), { accept: () => Promise.reject(new Error('away')) });
    expect(await adopting(underWay(null), away).adopt(caller, id)).toBe(false);
    expect(problems).toHaveLength(1);
  });
});
