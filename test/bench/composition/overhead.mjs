/**
 * What running a composition costs beside its calls, a step: sequences, a fan-out and random graphs, with tools that answer
 * at once. Beside it, in the same run, the ComposableToolBuilder of @framers/agentos on its own notation, when a folder
 * that has it is named (it brings 600 MB, so that it is no dependency here):
 *
 *     npm install --prefix <folder> @framers/agentos
 *     node test/bench/composition/overhead.mjs [--agentos <folder>]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { execute, readComposedTool, readToolPlan } from '@assay/core';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const manifest = { name: 'bench/tool', version: '1.0.0', description: '', inputSchema: { type: 'object' } };
const find = () => ({ ok: true, value: { manifest, nesting: 0 } });
const { signal } = new AbortController();
const step = async () => ({ ok: true, value: { n: 1, text: 'x' } });

const value = (read) => {
  if (!read.ok) throw new Error(JSON.stringify(read.error).slice(0, 500));
  return read.value;
};

/** Each step takes what the one before gave (as `$prev`, or by its position), and a literal. */
const composed = (count, before) => ({
  mode: 'compose',
  steps: Array.from({ length: count }, (_, at) => ({
    name: `step${at}`,
    tool: 'bench/tool',
    inputMapping: at === 0 ? { query: '$input.topic' } : { query: before(at), limit: 10 },
  })),
});

/** How a step names the one before it. */
const ways = { $prev: () => '$prev.n', $steps: (at) => `$steps[${at - 1}].n` };

/** Every step refers to up to two of those before it. */
function randomPlan(count) {
  const before = (at) => `$ref:s${Math.floor(Math.random() * at)}`;
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    tool: 'bench/tool',
    arguments: at === 0 ? {} : { a: before(at), b: `${before(at)}.n` },
  }));
  return { steps };
}

const fanOut = (count) => ({
  steps: [
    { id: 'first', tool: 'bench/tool', arguments: {} },
    ...Array.from({ length: count }, (_, at) => ({
      id: `s${at}`,
      tool: 'bench/tool',
      arguments: { a: '$ref:first.n' },
    })),
  ],
});

async function perStep(count, run) {
  const rounds = Math.max(5, Math.floor(100_000 / count));
  for (let round = 0; round < rounds / 4; round += 1) await run();
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) await run();
  return ((performance.now() - begun) * 1_000) / rounds / count;
}

const ours = (plan) => () =>
  execute(plan, { input: { topic: 'x' }, deadlineMs: 600_000, signal, clock, step, atOnce: 1_000 });

async function builderOf(folder) {
  if (folder === undefined) return undefined;
  const path = join(folder, 'node_modules/@framers/agentos/dist/cognition/emergent/ComposableToolBuilder.js');
  if (!existsSync(path))
    throw new Error(`${folder} holds no @framers/agentos: npm install --prefix ${folder} @framers/agentos`);
  const { ComposableToolBuilder } = await import(pathToFileURL(path));
  return new ComposableToolBuilder(async () => ({ success: true, output: { n: 1, text: 'x' } }));
}

/** Rows; the peer's are left out when no folder is named. */
export async function measureComposition({ agentos } = {}) {
  const builder = await builderOf(agentos);
  const rows = [];
  for (const [named, before] of Object.entries(ways))
    for (const count of [5, 100, 1_000]) {
      const spec = composed(count, before);
      const own = await perStep(count, ours(value(readComposedTool(spec, find))));
      const peer = builder && (await perStep(count, peerRun(builder, spec)));
      rows.push({
        name: `composition: a sequence of ${count}, by ${named}`,
        value: own,
        unit: 'µs/step',
        ...(peer && {
          ratio: own / peer,
          against: `ComposableToolBuilder, ${peer.toFixed(1)} µs`,
          target: { of: 'ratio', below: 1.000_001 },
        }),
      });
    }
  for (const count of [1_000, 10_000]) {
    const plan = value(readToolPlan(randomPlan(count), find));
    rows.push({
      name: `composition: a random graph of ${count}`,
      value: await perStep(count, ours(plan)),
      unit: 'µs/step',
    });
  }
  const fan = value(readToolPlan(fanOut(1_000), find));
  rows.push({ name: 'composition: a fan-out of 1,000', value: await perStep(1_000, ours(fan)), unit: 'µs/step' });
  const begun = performance.now();
  value(readToolPlan(randomPlan(10_000), find));
  rows.push({
    name: 'composition: reading a plan of 10,000',
    value: ((performance.now() - begun) * 1_000) / 10_000,
    unit: 'µs/step',
  });
  return rows;
}

function peerRun(builder, spec) {
  const tool = builder.build('sequence', 'a sequence', { type: 'object' }, spec);
  const context = {};
  return async () => {
    const { success, error } = await tool.execute({ topic: 'x' }, context);
    if (!success) throw new Error(error);
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { agentos: { type: 'string' } } });
  for (const { name, value: measured, unit, ratio, against } of await measureComposition(values))
    process.stdout.write(
      `${name}: ${measured.toFixed(2)} ${unit}${ratio ? `, ${ratio.toFixed(2)} of ${against}` : ''}\n`,
    );
}
