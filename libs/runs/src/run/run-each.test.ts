import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { readChain } from '../notations/chain.js';
import { readToolPlan, type ToolPlan } from '../notations/tool-plan.js';
import type { Plan } from '../plan.js';
import { execute } from './execute.js';
import type { StepCall } from './scope.js';

const find: FindTool = (name) => ok({ nesting: 0, manifest: aManifest({ name }) });
const planOf = (plan: ToolPlan): Plan => {
  const read = readToolPlan(plan, find);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
};

async function run(plan: Plan, step: (call: StepCall) => unknown, input: unknown = {}) {
  const paths: string[] = [];
  const executed = await execute(plan, {
    ...{ input, deadlineMs: 60_000, signal: new AbortController().signal, clock: new FakeClock() },
    step: async (call) => {
      paths.push(call.path);
      const made = step(call);
      return made instanceof Error ? fail('tool_error', made.message) : ok(made);
    },
  });
  return { ...executed, paths };
}

const list = { id: 'list', tool: 't/list', arguments: {} };
const eachItem = (each: object = {}) => ({
  ...{ id: 'e', tool: 't/one', arguments: { n: { $expr: 'each.n * 10 + index' }, all: '$ref:list.total' } },
  each: { in: '$ref:list.items', ...each },
});
const items = [{ n: 1 }, { n: 2 }, { n: 3 }];
const listed = ({ node, input }: StepCall) => (node.tool === 't/list' ? { items, total: 3 } : input);

describe('each', () => {
  it('runs a step for every element, and gives its outputs in the order of the list', async () => {
    const { outcomes, paths } = await run(planOf({ steps: [list, eachItem()] }), listed);
    expect(outcomes[1]).toEqual({
      status: 'succeeded',
      output: [10, 21, 32].map((n) => ({ n, all: 3 })),
    });
    expect(paths).toEqual(['list', 'e[0]', 'e[1]', 'e[2]']);
  });

  it('runs all elements, and reports failures by element', async () => {
    const { outcomes, paths } = await run(planOf({ steps: [list, eachItem()] }), (call) =>
      call.path === 'e[1]' ? new Error('down') : listed(call),
    );
    expect(outcomes[1]).toMatchObject({
      status: 'failed',
      failure: { code: 'tool_error', message: '1 of 3 elements failed: [1] e: down' },
    });
    expect(paths).toHaveLength(4);
  });

  it('runs no more at a time than it may', async () => {
    let now = 0;
    let peak = 0;
    const plan = planOf({ steps: [{ ...eachItem({ in: items, concurrency: 2 }), arguments: {} }] });
    await execute(plan, {
      ...{ input: {}, deadlineMs: 60_000, signal: new AbortController().signal, clock: new FakeClock() },
      step: async () => {
        peak = Math.max(peak, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return ok(1);
      },
    });
    expect(peak).toBe(2);
  });

  it.each([
    [{ in: '$ref:list.total' }, 'each needs a list, and "in" is number.'],
    [{ in: '$ref:list.none' }, 'each needs a list, and "in" is null.'],
    [{ max: 2 }, 'each takes at most 2 elements, and the list has 3.'],
    [{ in: { $expr: 'steps.list.items[n = "x"].$error("no")' } }, undefined],
  ])('fails where there is no list it takes: %j', async (each, message) => {
    const { outcomes } = await run(planOf({ steps: [list, eachItem(each)] }), listed);
    if (message === undefined) expect(outcomes[1]?.status).toBe('failed');
    else expect(outcomes[1]).toMatchObject({ failure: { code: 'invalid_input', message } });
  });

  it('nests in chains, each element being what is handed to the node', async () => {
    const chain = readChain(
      {
        sequence: [
          { tool: 't/list' },
          {
            each: {
              in: { $expr: 'prev.items[n > 1]' },
              do: {
                sequence: [{ tool: 't/one' }, { tool: 't/two', input: { got: '$prev.n', of: { $expr: 'each.n' } } }],
              },
            },
          },
        ],
      },
      { find, predicate: () => fail('invalid_request', 'none') },
    );
    if (!chain.ok) throw new Error(JSON.stringify(chain.error));
    const { outcomes, paths } = await run(chain.value, listed);
    expect(outcomes[1]).toEqual({ status: 'succeeded', output: [2, 3].map((n) => ({ got: n, of: n })) });
    expect(paths).toEqual(['0', '1[0].0', '1[1].0', '1[0].1', '1[1].1']);
  });

  it('gives an empty list for an empty list', async () => {
    const { outcomes } = await run(planOf({ steps: [{ ...eachItem({ in: [] }), arguments: {} }] }), listed);
    expect(outcomes[0]).toEqual({ status: 'succeeded', output: [] });
  });
});
