import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type { Chain } from '../notations/chain.js';
import { execute } from './execute.js';
import type { JoinDecision, RunStep, StepCall } from './scope.js';
import { chainOf, fanOf, run, throwing } from './tools-as-functions.fixture.js';

describe('a join', () => {
  const three = { a: () => ({ n: 1 }), b: () => ({ n: 3 }), c: () => ({ n: 3, by: 'c' }) };
  /** Until it is not wanted any more. */
  const waiting = ({ signal }: StepCall) => new Promise((resolve) => signal.addEventListener('abort', resolve));

  it.each([
    ['all', 'all', three, { a: { n: 1 }, b: { n: 3 }, c: { n: 3, by: 'c' } }],
    ['a quorum', { quorum: 0.5 }, { ...three, b: throwing('b') }, { a: { n: 1 }, c: { n: 3, by: 'c' } }],
    ['the first', 'first', { ...three, a: throwing('a') }, { n: 3 }],
    ['the best, of equals the earlier', { best: 'size' }, three, { n: 3 }],
    ['the best of those that have a score', { best: 'size' }, { ...three, b: () => ({}), c: throwing('c') }, { n: 1 }],
  ] as const)('joins %s', async (_, join, tools, output) => {
    expect((await run(chainOf(fanOf(join)), tools)).outputs[0]).toEqual(output);
  });

  it('is lost as soon as it must be, and says which branch', async () => {
    const done = await run(chainOf(fanOf('all')), { ...three, b: throwing('down'), c: waiting });
    expect(done.outputs[0]).toBe('The join (all) is lost: 0.b: down');
  });

  it('cancels what a decided join does not need', async () => {
    let reported = 0;
    const counted = (call: StepCall) => waiting(call).then(() => (reported += 1));
    const done = await run(chainOf(fanOf('first')), { ...three, b: counted, c: counted });
    expect([done.outputs[0], reported]).toEqual([{ n: 1 }, 2]);
  });

  it('takes the best of what is in at the deadline', async () => {
    const clock = new FakeClock();
    const quick = () => {
      setImmediate(() => clock.advance(60_000));
      return { n: 5 };
    };
    const done = await run(chainOf(fanOf({ best: 'size' })), { a: quick, b: waiting, c: waiting }, { clock });
    expect(done.outputs[0]).toEqual({ n: 5 });
  });

  it('takes the best by number, and for the least what has none: nothing is made a number of', async () => {
    for (const n of [null, '9', true, [9], Number.NaN, undefined]) {
      const done = await run(chainOf(fanOf({ best: 'size' })), { ...three, b: () => ({ n }), c: () => ({ n: -5n }) });
      expect(done.outputs[0]).toEqual({ n: 1 });
      expect(done.warnings).toEqual(['0.b: score is not numeric; ranked last']);
      const worst = await run(chainOf(fanOf({ best: 'size' })), {
        ...{ a: () => ({ n }), b: () => ({ n: -7 }), c: () => ({ n: -5n }) },
      });
      expect(worst.outputs[0]).toEqual({ n: -5n });
    }
  });

  it('is the first of all when none has a score', async () => {
    const done = await run(chainOf(fanOf({ best: 'size' })), { a: throwing('a'), b: () => 'b', c: () => 'c' });
    expect([done.outputs[0], done.warnings.length]).toEqual(['b', 2]);
  });

  it('asks for a score knowing of the steps before', async () => {
    const chain: Chain = { sequence: [{ tool: 'favour' }, fanOf({ best: 'favourite' })] };
    const done = await run(chainOf(chain), { favour: () => 'B', a: () => 'A', b: () => 'B', c: () => 'C' });
    expect(done.outputs[1]).toBe('B');
  });
});

describe('what branches of a join say of the same', () => {
  const tools = { a: () => ({ n: 1 }), b: () => ({ n: 2 }), c: throwing('c') };

  it('is compared by the calls that gave it, and what stands is the output', async () => {
    const seen: unknown[] = [];
    const done = await run(chainOf(fanOf({ quorum: 0.5 })), tools, {
      agree: async (branches) => {
        seen.push(branches.map(({ name, call, output }) => [name, call.tool, output]));
        return { outputs: new Map([['b', { n: 1 }]]), warnings: ['b: 1 stands'] };
      },
    });
    expect(seen).toEqual([
      [
        ['a', 'a', { n: 1 }],
        ['b', 'b', { n: 2 }],
      ],
    ]);
    expect([done.outputs[0], done.warnings]).toEqual([{ a: { n: 1 }, b: { n: 1 } }, ['0: b: 1 stands']]);
  });

  it('fails the join when nothing decides what must be decided, and when comparing goes wrong', async () => {
    const failure = fail('outputs_conflict', 'They disagree.').error;
    const agree = async () => ({ outputs: new Map(), warnings: [], failure });
    expect((await run(chainOf(fanOf({ quorum: 0.5 })), tools, { agree })).outputs[0]).toBe('They disagree.');
    const broken = () => Promise.reject(new Error('broken'));
    expect((await run(chainOf(fanOf({ quorum: 0.5 })), tools, { agree: broken })).statuses).toEqual(['failed']);
  });

  it('is not compared where only one output is taken', async () => {
    const agree = () => Promise.reject(new Error('not asked'));
    expect((await run(chainOf(fanOf('first')), tools, { agree })).outputs[0]).toEqual({ n: 1 });
  });
});

describe('a join that was decided before', () => {
  /** Every tool answers at once, as steps that are kept do. */
  async function replayed(
    chain: Chain,
    decision?: JoinDecision,
    step?: RunStep,
    signal = new AbortController().signal,
  ) {
    const noted: [string, JoinDecision][] = [];
    const begun: string[] = [];
    const { outcomes, lost } = await execute(chainOf(chain), {
      ...{ input: {}, deadlineMs: 30_000, signal, clock: new FakeClock() },
      joins: { recall: () => decision, note: (path, made) => noted.push([path, made]) },
      step: async (call) => {
        begun.push(call.node.tool);
        return step === undefined ? ok(call.node.tool) : step(call);
      },
    });
    return { outcome: outcomes[0], lost, noted, begun };
  }

  it.each([
    ['first', ['b'], 'b'],
    [{ best: 'size' } as const, ['c'], 'c'],
    [{ quorum: 0.5 } as const, ['a', 'c'], { a: 'a', c: 'c' }],
  ] as const)('of %j takes the same branches, and begins no other', async (join, winners, output) => {
    const { outcome, lost, begun, noted } = await replayed(fanOf(join), { winners });
    expect(outcome).toEqual({ status: 'succeeded', output });
    expect(begun).toEqual(winners);
    const others = ['a', 'b', 'c'].filter((it) => !(winners as readonly string[]).includes(it));
    expect(lost).toEqual(others.map((it) => `0.${it}`));
    expect(noted).toEqual([]);
  });

  it('is lost again, as it was', async () => {
    const failure = { code: 'tool_error' as const, message: 'as it was' };
    const { outcome, lost, begun } = await replayed(fanOf('first'), { winners: null, failure });
    expect(outcome).toEqual({ status: 'failed', failure });
    expect([lost.length, begun]).toEqual([3, []]);
  });

  it('is notified when it is decided, unless nothing is left behind', async () => {
    const first = await replayed(fanOf('first'));
    expect(first.noted).toEqual([['0', { winners: ['a'] }]]);
    expect((await replayed(fanOf('all'), { winners: ['a'] })).begun).toEqual(['a', 'b', 'c']);
    expect((await replayed(fanOf('all'))).noted).toEqual([]);
  });

  it('is not when the run was interrupted: the replica that continues it decides', async () => {
    const cutOff = new AbortController();
    const { outcome, noted } = await replayed(
      fanOf('first'),
      undefined,
      async () => {
        cutOff.abort();
        return fail('cancelled', 'cut off');
      },
      cutOff.signal,
    );
    expect([outcome?.status, noted]).toEqual(['cancelled', []]);
  });
});
