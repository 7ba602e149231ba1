import { fail, ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { type Chain, readChain } from '../notations/chain.js';
import { readToolPlan, type ToolPlanStep } from '../notations/tool-plan.js';
import type { Plan } from '../plan.js';
import { execute } from '../run/execute.js';
import { estimatePlan } from './estimate-plan.js';
import { type Latency, timeAt } from './latency.js';

const known: Record<string, { latency: Latency; success: number; costUsd: number }> = {
  't/quick': { latency: { p50: 20, p95: 60, p99: 200 }, success: 0.99, costUsd: 0.001 },
  't/slow': { latency: { p50: 200, p95: 500, p99: 900 }, success: 0.95, costUsd: 0.01 },
  't/steady': { latency: { p50: 100, p95: 110, p99: 120 }, success: 0.9, costUsd: 0 },
};
const knownOf = (tool: string) => known[tool] as (typeof known)[string];

const find = (name: string) => ok({ nesting: 0, manifest: aManifest({ name, inputSchema: { type: 'object' } }) });
function planOf(read: { ok: true; value: Plan } | { ok: false; error: unknown }): Plan {
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}
const link = (tool: string): Chain => ({ tool: `t/${tool}`, input: {} });
const chainOf = (chain: Chain) =>
  planOf(readChain(chain, { find, predicate: (text) => ok({ text, evaluate: () => ok(0) }) }));
const step = (id: string, tool: string, ...after: string[]): ToolPlanStep => ({
  ...{ id, tool: `t/${tool}`, arguments: {} },
  after,
});

/** Numbers from 0 to 1 that are the same each time, from another generator than the estimate's (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A clock that goes to the next thing that is due as soon as nothing else happens. */
class VirtualClock {
  #now = 0;
  readonly #due: { at: number; run: () => void }[] = [];
  now = () => this.#now;
  monotonic = () => this.#now;
  after = (ms: number, run: () => void) => {
    const timer = { at: this.#now + ms, run };
    this.#due.push(timer);
    return () => void this.#due.splice(this.#due.indexOf(timer) >>> 0, 1);
  };

  async drive<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const watched = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      this.#due.sort((a, b) => a.at - b.at);
      const next = isOver ? undefined : this.#due.shift();
      if (next === undefined) continue;
      this.#now = next.at;
      next.run();
    }
    return watched;
  }
}

/** How long runs on the real scheduler take, what they cost and how many succeed, with tools that are like the known ones. */
async function simulated(plan: Plan, runs: number) {
  const chance = chances(7);
  const times: number[] = [];
  let succeeded = 0;
  for (let run = 0; run < runs; run += 1) {
    const clock = new VirtualClock();
    const { outcomes } = await clock.drive(
      execute(plan, {
        ...{ input: {}, deadlineMs: 10_000_000, signal: new AbortController().signal, clock },
        step: ({ node, signal }) => {
          const { latency, success } = knownOf(node.tool);
          const isFine = chance() < success;
          const ms = timeAt(latency, Math.min(0.9999, Math.max(0.0001, chance())));
          return new Promise((resolve) => {
            const stop = clock.after(ms, () => resolve(isFine ? ok({}) : fail('tool_error', 'no')));
            signal.addEventListener('abort', () => {
              stop();
              resolve(fail('cancelled', 'given up'));
            });
          });
        },
      }),
    );
    const isWhole = plan.outputs.every((at) => outcomes[at]?.status === 'succeeded');
    if (!isWhole) continue;
    succeeded += 1;
    times.push(clock.now());
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)] as number;
  return { p50: at(0.5), p95: at(0.95), reliability: succeeded / runs };
}

const diamond = planOf(
  readToolPlan(
    {
      steps: [
        step('a', 'slow'),
        ...Array.from({ length: 8 }, (_, at) => step(`b${at}`, at % 2 === 0 ? 'quick' : 'slow', 'a')),
        step('c', 'steady', ...Array.from({ length: 8 }, (_, at) => `b${at}`)),
      ],
      output_steps: ['c'],
    },
    find,
  ),
);
const plans: [name: string, plan: Plan][] = [
  ['a sequence', chainOf({ sequence: Array.from({ length: 12 }, (_, at) => link(at % 2 === 0 ? 'quick' : 'slow')) })],
  ['a fan-out that comes together', diamond],
  [
    'a quorum',
    chainOf({
      parallel: {
        branches: { a: link('slow'), b: link('slow'), c: link('quick'), d: link('steady') },
        join: { quorum: 0.75 },
      },
    }),
  ],
  [
    'the best of some',
    chainOf({ parallel: { branches: { a: link('slow'), b: link('steady') }, join: { best: 'x' } } }),
  ],
  [
    'more than goes on at a time',
    planOf(
      readToolPlan(
        { steps: Array.from({ length: 200 }, (_, at) => step(`s${at}`, 'steady')), output_steps: ['s0'] },
        find,
      ),
    ),
  ],
];

it.each(plans)('agrees with runs on the real scheduler: %s', async (_name, plan) => {
  const { latency, reliability } = estimatePlan(plan, {
    tool: (name) => {
      const { success, costUsd, ...rest } = knownOf(name);
      return { name, ...rest, costUsd: { least: costUsd, most: costUsd }, levels: [{ provider: 'a', success }] };
    },
    verdict: () => ({ verdict: 'ALLOW', why: '' }),
    atOnce: 64,
  });
  const seen = await simulated(plan, plan.nodes.length > 100 ? 60 : 1_500);
  expect((latency?.p50 ?? 0) / seen.p50).toBeGreaterThan(0.9);
  expect((latency?.p50 ?? 0) / seen.p50).toBeLessThan(1.1);
  expect((latency?.p95 ?? 0) / seen.p95).toBeGreaterThan(0.8);
  expect((latency?.p95 ?? 0) / seen.p95).toBeLessThan(1.2);
  if (plan.nodes.length < 100) expect(Math.abs((reliability ?? 0) - seen.reliability)).toBeLessThan(0.04);
});
