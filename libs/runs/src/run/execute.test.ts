import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Chain } from '../notations/chain.js';
import { readComposedTool } from '../notations/composed-tool.js';
import { readPipeline } from '../notations/pipeline.js';
import { readToolPlan, type ToolPlanStep } from '../notations/tool-plan.js';
import type { Plan } from '../plan.js';
import { execute } from './execute.js';
import type { StepCall } from './scope.js';
import { chainOf, find, planOf, run, throwing } from './tools-as-functions.fixture.js';

describe('a tool plan', () => {
  const plan = (
    steps: (Omit<ToolPlanStep, 'arguments'> & { arguments?: ToolPlanStep['arguments'] })[],
    outputs?: string[],
  ) =>
    planOf(
      readToolPlan(
        { steps: steps.map((it) => ({ arguments: {}, ...it })), ...(outputs && { output_steps: outputs }) },
        find,
      ),
    );

  it('runs the example of its document: two at once, then what compares them', async () => {
    const compared = plan(
      [
        { id: 'weather_tokyo', tool: 'get_weather', arguments: '{"location": "Tokyo"}' },
        { id: 'weather_london', tool: 'get_weather', arguments: '{"location": "London"}' },
        {
          id: 'comparison',
          tool: 'compare_data',
          arguments: '{"data_a": "$ref:weather_tokyo", "data_b": "$ref:weather_london"}',
        },
      ],
      ['comparison'],
    );
    const done = await run(compared, {
      get_weather: ({ input }) => ({ of: input.location }),
      compare_data: ({ input }) => input,
    });
    expect(done.outputs[2]).toEqual({ data_a: { of: 'Tokyo' }, data_b: { of: 'London' } });
    expect(compared.outputs).toEqual([2]);
  });

  it('goes on with what does not depend on a failed step, and says of the rest why not', async () => {
    const done = await run(
      plan([
        { id: 's1', tool: 'flaky_api' },
        { id: 's2', tool: 'reliable_api' },
        { id: 's3', tool: 'process', arguments: { data: '$ref:s1' } },
        { id: 's4', tool: 'process', after: ['s3', 's2'] },
      ]),
      { flaky_api: throwing('down'), reliable_api: () => 'fine' },
    );
    expect(done.statuses).toEqual(['failed', 'succeeded', 'skipped', 'skipped']);
    expect(done.outcomes[2]).toEqual({ status: 'skipped', because: "Skipped because dependency 's1' failed" });
    expect(done.outcomes[3]).toEqual({ status: 'skipped', because: "Skipped because dependency 's3' failed" });
  });

  it('begins a step when what it needs is there, not when a wave is over', async () => {
    const slow = Promise.withResolvers<string>();
    const late = Promise.withResolvers<void>();
    const tools = {
      slow: () => slow.promise,
      quick: () => 'q',
      after: () => {
        late.resolve();
        return 'a';
      },
    };
    const running = run(
      plan([
        { id: 'a', tool: 'slow' },
        { id: 'b', tool: 'quick' },
        { id: 'c', tool: 'after', arguments: { x: '$ref:b' } },
      ]),
      tools,
    );
    await late.promise;
    slow.resolve('s');
    expect((await running).begun).toEqual(expect.arrayContaining(['a', 'b', 'c']));
  });

  it('runs each step once, after all that it needs, whatever fails', async () => {
    const graph = fc.array(fc.record({ needs: fc.array(fc.nat(30), { maxLength: 4 }), fails: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(graph, fc.integer({ min: 1, max: 4 }), async (nodes, atOnce) => {
        const needs = nodes.map(({ needs: of }, at) =>
          [...new Set(of.map((to) => to % (at || 1)))].filter(() => at > 0),
        );
        const steps = nodes.map((_, at) => ({
          id: `s${at}`,
          tool: 't',
          arguments: {},
          after: (needs[at] ?? []).map((to) => `s${to}`),
        }));
        const read = planOf(readToolPlan({ steps }, find));
        const ended = new Set<string>();
        let peak = 0;
        let active = 0;
        const { outcomes } = await execute(read, {
          input: {},
          deadlineMs: 1_000,
          signal: new AbortController().signal,
          clock: new FakeClock(),
          atOnce,
          step: async ({ node }) => {
            for (const id of steps[Number(node.id.slice(1))]?.after ?? []) expect(ended.has(id)).toBe(true);
            active += 1;
            peak = Math.max(peak, active);
            await Promise.resolve();
            active -= 1;
            return nodes[Number(node.id.slice(1))]?.fails ? fail('tool_error', 'no') : ok(1);
          },
          ended: (path) => {
            expect(ended.has(path)).toBe(false);
            ended.add(path);
          },
        });
        expect(ended.size).toBe(nodes.length);
        expect(peak).toBeLessThanOrEqual(atOnce);
        for (const [at, outcome] of outcomes.entries()) {
          const bad = (needs[at] ?? []).some((to) => outcomes[to]?.status !== 'succeeded');
          expect(outcome.status).toBe(bad ? 'skipped' : nodes[at]?.fails ? 'failed' : 'succeeded');
        }
      }),
    );
  });

  it('ends ten thousand steps in a row when the first one fails', async () => {
    const steps = Array.from({ length: 10_000 }, (_, at) => ({
      id: `s${at}`,
      tool: 't',
      ...(at > 0 && { after: [`s${at - 1}`] }),
    }));
    const { statuses } = await run(plan(steps), { t: throwing('no') });
    expect([statuses[0], statuses[1], statuses[9_999]]).toEqual(['failed', 'skipped', 'skipped']);
  });

  it('begins nothing more once it is cancelled', async () => {
    const controller = new AbortController();
    const done = await run(
      plan([
        { id: 'a', tool: 'a' },
        { id: 'b', tool: 'b', after: ['a'] },
      ]),
      { a: () => controller.abort() },
      { signal: controller.signal },
    );
    expect(done.statuses).toEqual(['succeeded', 'cancelled']);
  });
});

describe('a composed tool', () => {
  it('runs the example of its document', async () => {
    const spec = planOf(
      readComposedTool(
        {
          mode: 'compose',
          steps: [
            { name: 'search', tool: 'web_search', inputMapping: { query: '$input.topic', limit: 10 } },
            {
              name: 'summarise',
              tool: 'summarise_text',
              inputMapping: { text: '$prev.snippet', of: ['$steps[0].deep.1'] },
            },
          ],
        },
        find,
      ),
    );
    const done = await run(
      spec,
      { web_search: () => ({ snippet: 's', deep: [0, 7] }), summarise_text: ({ input }) => input },
      { input: { topic: 'x' } },
    );
    expect(done.inputs[0]).toEqual({ query: 'x', limit: 10 });
    expect(done.outputs[1]).toEqual({ text: 's', of: [7] });
  });
});

describe('a pipeline', () => {
  const pipeline = (steps: { tool: string; adapter?: string }[], errorStrategy?: 'CONTINUE_ON_FAILURE') =>
    planOf(readPipeline({ steps, ...(errorStrategy && { errorStrategy }) }, find, new FakeClock()));

  it('names itself after its steps', () => {
    const { name, description } = pipeline([{ tool: 't/json_parser' }, { tool: 't/calculator' }]);
    expect([name, description]).toEqual(['json_parser_then_calculator', 'Pipeline: json_parser -> calculator']);
  });

  it('hands texts on, through adapters when there are any, but not the last one', async () => {
    const { plan } = pipeline([
      { tool: 'parse', adapter: 'text & " * 1.1"' },
      { tool: 'calculate', adapter: '$error("never asked")' },
    ]);
    const done = await run(plan, { parse: () => '149.99', calculate: ({ input }) => input }, { input: { input: 'x' } });
    expect(done.outputs[1]).toEqual({ input: '149.99 * 1.1' });
  });

  it('stops at a failure, or hands its message on, without the adapter', async () => {
    const steps = [{ tool: 'a', adapter: '"adapted"' }, { tool: 'b' }, { tool: 'c' }];
    const tools = { a: throwing('a is down'), b: ({ input }: StepCall) => input, c: ({ input }: StepCall) => input };
    expect((await run(pipeline(steps).plan, tools)).statuses).toEqual(['failed', 'skipped', 'skipped']);
    const resilient = pipeline(steps, 'CONTINUE_ON_FAILURE');
    const done = await run(resilient.plan, tools);
    expect([done.statuses, done.outputs[2]]).toEqual([['failed', 'succeeded', 'succeeded'], { input: 'a is down' }]);
  });

  it('fails in the step whose adapter fails', async () => {
    const done = await run(pipeline([{ tool: 'a', adapter: '$error("oh")' }, { tool: 'b' }]).plan, {
      a: () => 'x',
      b: () => 'y',
    });
    expect(done.outputs[0]).toMatch(/^The adapter failed: .*oh/);
    expect(done.statuses).toEqual(['failed', 'skipped']);
  });

  it('hands the message of an adapter that failed on where failures are handed on', async () => {
    const steps = [{ tool: 'a', adapter: 'output.nowhere' }, { tool: 'b' }];
    const done = await run(pipeline(steps, 'CONTINUE_ON_FAILURE').plan, { a: () => 'x', b: ({ input }) => input });
    expect(done.outputs[1]).toEqual({ input: 'The adapter failed: It found nothing to hand on.' });
    expect(done.statuses).toEqual(['failed', 'succeeded']);
  });
});

/** What each step of a plan is allowed, in ms, when none takes any time. */
async function allowedIn(
  plan: Plan,
  expectedMs: (tool: string) => number | undefined,
  deadlineMs: number,
): Promise<number[]> {
  const allowed: number[] = [];
  await execute(plan, {
    ...{ input: {}, deadlineMs, signal: new AbortController().signal, clock: new FakeClock() },
    expectedMs,
    step: async ({ allowedMs }) => {
      allowed.push(Math.round(allowedMs));
      return ok({});
    },
  });
  return allowed;
}

const inSequence = async (
  tools: readonly string[],
  expectedMs: (tool: string) => number | undefined,
  deadlineMs: number,
) => {
  const steps = tools.map((tool) => ({ tool, inputMapping: {} }));
  const plan = planOf(readComposedTool({ mode: 'compose', steps }, find));
  return { steps: await allowedIn(plan, expectedMs, deadlineMs) };
};

describe('the places of a run', () => {
  const wide = (count: number) =>
    planOf(
      readToolPlan(
        { steps: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, tool: 't', arguments: {} })) },
        find,
      ),
    );

  it('are taken in the order of the plan, at most so many at a time, by ten thousand steps that are ready at once', async () => {
    const begun: string[] = [];
    let active = 0;
    let peak = 0;
    await execute(wide(10_000), {
      ...{ input: {}, deadlineMs: 30_000, signal: new AbortController().signal, clock: new FakeClock() },
      step: async ({ path }) => {
        begun.push(path);
        active += 1;
        peak = Math.max(peak, active);
        await Promise.resolve();
        active -= 1;
        return ok(1);
      },
    });
    expect(peak).toBe(64);
    expect(begun).toEqual(Array.from({ length: 10_000 }, (_, at) => `s${at}`));
  });

  it('are given to others by a step that waits for a person, once', async () => {
    const waiting = Promise.withResolvers<void>();
    const begun: string[] = [];
    let active = 0;
    let peak = 0;
    const running = execute(wide(6), {
      ...{ input: {}, deadlineMs: 30_000, signal: new AbortController().signal, clock: new FakeClock(), atOnce: 1 },
      step: async ({ path, stepAside }) => {
        begun.push(path);
        if (path === 's1') {
          stepAside();
          stepAside();
          await waiting.promise;
          return ok('late');
        }
        active += 1;
        peak = Math.max(peak, active);
        await Promise.resolve();
        active -= 1;
        return ok(1);
      },
    });
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(begun).toEqual(['s0', 's1', 's2', 's3', 's4', 's5']);
    waiting.resolve();
    expect((await running).outcomes.map((it) => it.status)).toEqual(Array(6).fill('succeeded'));
    expect(peak).toBe(1);
  });

  it('are not lost by a step whose input cannot be made', async () => {
    const plan = planOf(
      readToolPlan(
        {
          steps: [
            { id: 'a', tool: 'trap', arguments: {} },
            { id: 'b', tool: 't', arguments: { x: '$ref:a.x' } },
            { id: 'c', tool: 't', arguments: {}, after: ['a'] },
          ],
        },
        find,
      ),
    );
    const trap = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('a bug of ours');
      },
    });
    const { outcomes } = await execute(plan, {
      ...{ input: {}, deadlineMs: 30_000, signal: new AbortController().signal, clock: new FakeClock(), atOnce: 1 },
      step: async ({ node }) => ok(node.tool === 'trap' ? trap : 1),
    });
    expect(outcomes.map((it) => it.status)).toEqual(['succeeded', 'failed', 'succeeded']);
    expect(outcomes[1]).toMatchObject({ failure: { code: 'internal' } });
  });
});

describe('the time of a run', () => {
  it('reserves what comes later, and gives never less than a proportional share', async () => {
    const allowed: number[] = [];
    const steps = ['quick', 'slow', 'quick'].map((tool) => ({ tool, inputMapping: {} }));
    const plan = planOf(readComposedTool({ mode: 'compose', steps }, find));
    const inTime = async (deadlineMs: number) => {
      allowed.length = 0;
      await execute(plan, {
        input: {},
        deadlineMs,
        signal: new AbortController().signal,
        clock: new FakeClock(),
        expectedMs: (tool) => (tool === 'slow' ? 800 : 100),
        step: async ({ allowedMs }) => {
          allowed.push(Math.round(allowedMs));
          return ok(1);
        },
      });
      return [...allowed];
    };
    expect(await inTime(2_000)).toEqual([1_100, 1_900, 2_000]);
    expect(await inTime(500)).toEqual([263, 455, 500]);
  });

  it('is there for a tool that was measured in no time at all', async () => {
    const { steps: allowed } = await inSequence(['instant', 'instant'], () => 0, 1_000);
    expect(allowed).toEqual([1_000, 1_000]);
  });

  it('is as long for a quick tool as for an unknown one where unknown steps follow', async () => {
    const names = ['quick', ...Array.from({ length: 39 }, (_, at) => `unknown${at}`)];
    const { steps: allowed } = await inSequence(names, (tool) => (tool === 'quick' ? 2 : undefined), 30_000);
    expect(allowed[0]).toBe(750);
  });

  it('is over for a step that would have none', async () => {
    expect((await inSequence(['a', 'b'], () => 10, 0)).steps).toEqual([]);
  });

  it('is one second for an unknown tool', async () => {
    const { steps: allowed } = await inSequence(['a', 'b', 'c'], () => undefined, 10_000);
    expect(allowed).toEqual([8_000, 9_000, 10_000]);
  });

  it('leaves the turns of a loop that are to come what they need, and each its share', async () => {
    const chain: Chain = { repeat: { body: { tool: 'turn', input: {} }, max: 4, until: 'never' } };
    const allowed = await allowedIn(chainOf(chain), () => 100, 1_000);
    expect(allowed).toEqual([700, 800, 900, 1_000]);
    expect(await allowedIn(chainOf(chain), () => 1_000, 400)).toEqual([100, 133, 200, 400]);
  });
});
