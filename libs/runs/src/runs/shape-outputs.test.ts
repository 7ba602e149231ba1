import type { RunView } from '@assay/contracts';
import { ok } from '@assay/kernel';
import { aCaller, aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { readToolPlan } from '../notations/tool-plan.js';
import { shapeOutputs } from './shape-outputs.js';

const read = readToolPlan(
  {
    steps: [
      { id: 'a', tool: 't/a', arguments: {}, output: { fields: ['/x'] } },
      { id: 'b', tool: 't/b', arguments: {} },
    ],
  },
  (name) => ok({ nesting: 0, manifest: aManifest({ name }) }),
);
const plan = read.ok ? read.value : undefined;
const view = {
  ...{ id: 'r', notation: 'plan', status: 'partial', warnings: [], steps: [], traceId: 't' },
  ...{ startedAt: '2026-11-26T00:00:00.000Z', endedAt: null },
  outputs: {
    a: { status: 'succeeded', output: { x: 1 } },
    b: { status: 'succeeded', output: 2 },
    c: { status: 'failed', error: 'no' },
  },
} as unknown as RunView;
const compiled = { plan, tools: { find: () => ({ ok: false }) } } as never;

it('shapes each output as its step asks, else as the run does, whose budget is shared', async () => {
  const asked: unknown[] = [];
  const router = {
    route: async ({ output, option }: { output: unknown; option: unknown }) => {
      asked.push(option);
      return { output: { short: output }, routed: { level: 'L1', why: '', destinations: [], notes: [] } };
    },
  };
  const run = { compiled, caller: aCaller(), body: { output: { tokenBudget: 100 } } };
  const shaped = await shapeOutputs(view, run, { router: router as never });
  expect(asked).toEqual([{ fields: ['/x'] }, { tokenBudget: 50 }]);
  expect(shaped.outputs.a).toMatchObject({ status: 'succeeded', output: { short: { x: 1 } }, routed: { level: 'L1' } });
  expect(shaped.outputs.b?.output).toEqual({ short: 2 });
  expect(shaped.outputs.c).toEqual({ status: 'failed', error: 'no' });
});

it('leaves a run alone that has no output option', async () => {
  const bare = readToolPlan({ steps: [{ id: 'a', tool: 't/a', arguments: {} }] }, (name) =>
    ok({ nesting: 0, manifest: aManifest({ name }) }),
  );
  const run = { compiled: { plan: bare.ok ? bare.value : undefined } as never, caller: aCaller(), body: {} };
  expect(await shapeOutputs(view, run, { router: {} as never })).toBe(view);
});
