import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type { Chain } from '../notations/chain.js';
import { execute } from './execute.js';
import type { Choose, StepCall } from './scope.js';
import { chainOf, fanOf, run } from './tools-as-functions.fixture.js';

describe('a chain', () => {
  const branch: Chain = {
    sequence: [
      { tool: 'ask' },
      { branch: { on: 'output', cases: { yes: { tool: 'left' } }, default: { tool: 'right' } } },
    ],
  };

  it('takes the branch of the value, or the default', async () => {
    const tools = (answer: string) => ({
      ask: () => answer,
      left: () => 'left',
      right: ({ input }: StepCall) => input,
    });
    expect((await run(chainOf(branch), tools('yes'))).outputs[1]).toBe('left');
    expect((await run(chainOf(branch), tools('no'))).outputs[1]).toEqual({ input: 'no' });
  });

  it('fails with no_branch where none takes the value', async () => {
    const strict: Chain = { branch: { on: 'output', cases: { yes: { tool: 'left' } } } };
    const { outcomes } = await run(chainOf(strict), {}, { input: 'no' });
    expect(outcomes[0]).toMatchObject({ status: 'failed', failure: { code: 'no_branch' } });
  });

  it('repeats until the end is reached, each time with what it gave before', async () => {
    const again = (max: number): Chain => ({
      repeat: { body: { tool: 'add', input: { n: '$prev.n' } }, max, until: 'big' },
    });
    const add = { add: ({ input }: StepCall) => ({ n: (input.n as number) + 1 }) };
    const done = await run(chainOf(again(9)), add, { input: { n: 0 } });
    expect([done.outputs[0], done.begun.length, done.warnings]).toEqual([{ n: 3 }, 3, []]);
    const short = await run(chainOf(again(2)), add, { input: { n: 0 } });
    expect([short.outputs[0], short.warnings.length]).toEqual([{ n: 2 }, 1]);
  });

  it('nests', async () => {
    const nested: Chain = {
      sequence: [fanOf('all'), { sequence: [{ tool: 'd', input: { of: '$prev.b.n', whole: '$input' } }] }],
    };
    const done = await run(
      chainOf(nested),
      { a: () => 1, b: () => ({ n: 3 }), c: () => 3, d: ({ input }: StepCall) => input },
      { input: { q: 1 } },
    );
    expect(done.outputs[1]).toEqual({ of: 3, whole: { q: 1 } });
  });
});

describe('a branch that a model chooses', () => {
  const asking: Chain = { branch: { on: { model: 'Which?' }, cases: { a: { tool: 'a' } }, default: { tool: 'b' } } };

  it("is reported with its place, and has exactly the branch's time", async () => {
    const clock = new FakeClock();
    const never: Choose = (_node, _incoming, signal, path) =>
      new Promise((resolve) => {
        expect(path).toBe('0');
        signal.addEventListener('abort', () => resolve(fail('deadline_exceeded', String(signal.reason))));
        setImmediate(() => clock.advance(60_000));
      });
    const { outcomes } = await execute(chainOf(asking), {
      ...{ input: {}, deadlineMs: 5_000, signal: new AbortController().signal, clock },
      choose: never,
      step: async () => ok(1),
    });
    expect(outcomes[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'deadline_exceeded', message: 'deadline' },
    });
  });
});
