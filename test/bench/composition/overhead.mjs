/**
 * What running a composition costs beside its calls, a step: sequences, fan-outs and random graphs, with tools that answer
 * at once. Beside it, in the same run and turn by turn, the ComposableToolBuilder of @framers/agentos on its own notation,
 * when a folder that has it is named (it brings 600 MB, so that it is no dependency here):
 *
 *     npm install --prefix <folder> @framers/agentos
 *     node test/bench/composition/overhead.mjs [--agentos <folder>] [--json <file>]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPlan, execute, readComposedTool, readToolPlan } from '@assay/runs';
import { printReport } from '../report.mjs';

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

/** Steps of one turn, so that a turn takes milliseconds whatever the size of a composition. */
const stepsATurn = 10_000;
const turns = 80;
/** A comparison with something slow ends sooner, in ms. */
const maxMs = 8_000;
/**
 * How much dearer a step may be among ten times as many. A step of a large graph finds what it needs all over the memory, so
 * that caches miss; with work that grows with the square it would be ten times as dear.
 */
const linearWithin = 3;

const value = (read) => {
  if (!read.ok) throw new Error(JSON.stringify(read.error).slice(0, 500));
  return read.value;
};

/** The same numbers in every run. */
function chance(seed = 1) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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
  const random = chance(count);
  const before = (at) => `$ref:s${random(at)}`;
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    tool: 'bench/tool',
    arguments: at === 0 ? {} : { a: before(at), b: `${before(at)}.n` },
  }));
  return { steps };
}

/** One step that all others need. */
const fanOut = (count) => ({
  steps: [
    { id: 'first', tool: 'bench/tool', arguments: {} },
    ...Array.from({ length: count - 1 }, (_, at) => ({
      id: `s${at}`,
      tool: 'bench/tool',
      arguments: { a: '$ref:first.n' },
    })),
  ],
});

const ours = (plan) => () =>
  execute(plan, { input: { topic: 'x' }, deadlineMs: 600_000, signal, clock, step, atOnce: 1_000 });

async function builderOf(folder) {
  if (folder === undefined) return undefined;
  const path = join(resolve(folder), 'node_modules/@framers/agentos/dist/cognition/emergent/ComposableToolBuilder.js');
  if (!existsSync(path))
    throw new Error(`${folder} holds no @framers/agentos: npm install --prefix ${folder} @framers/agentos`);
  const { ComposableToolBuilder } = await import(pathToFileURL(path));
  return new ComposableToolBuilder(async () => ({ success: true, output: { n: 1, text: 'x' } }));
}

function peerRun(builder, spec) {
  const tool = builder.build('sequence', 'a sequence', { type: 'object' }, spec);
  const context = {};
  return async () => {
    const { success, error } = await tool.execute({ topic: 'x' }, context);
    if (!success) throw new Error(error);
  };
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * µs a step of each of some ways to run `count` steps, which take turns; the median of the second half of the turns, since
 * the first is spent until everything is compiled.
 */
async function perStep(count, ...runs) {
  const times = Math.max(1, Math.floor(stepsATurn / count));
  const measured = runs.map(() => []);
  const endsAt = performance.now() + maxMs;
  for (let turn = 0; turn < turns && (turn < 2 || performance.now() < endsAt); turn += 1)
    for (const [which, run] of runs.entries()) {
      const begun = performance.now();
      for (let time = 0; time < times; time += 1) await run();
      measured[which].push(((performance.now() - begun) * 1_000) / times / count);
    }
  return measured.map((of) => median(of.slice(Math.floor(of.length / 2))));
}

/** Sequences of the notation that the peer has too. */
async function sequences(builder) {
  const rows = [];
  for (const [named, before] of Object.entries(ways)) {
    const own = new Map();
    for (const count of [5, 100, 1_000]) {
      const spec = composed(count, before);
      const mine = ours(value(readComposedTool(spec, find)));
      const [us, peerUs] = await perStep(count, ...(builder ? [mine, peerRun(builder, spec)] : [mine]));
      own.set(count, us);
      rows.push({
        name: `a sequence of ${count.toLocaleString('en')}, by ${named}`,
        value: us,
        unit: 'µs/step',
        ...(peerUs !== undefined && {
          ratio: us / peerUs,
          against: `ComposableToolBuilder (${peerUs.toFixed(2)} µs)`,
          target: { of: 'ratio', below: 1.05 },
        }),
      });
    }
    rows.push(growth(`a sequence, by ${named}`, own.get(1_000), own.get(100), '100'));
  }
  return rows;
}

/** What a step costs in something ten times as large. */
const growth = (what, large, small, of) => ({
  name: `${what}: a step of ten times as many`,
  value: large,
  unit: 'µs/step',
  ratio: large / small,
  against: `of ${of}`,
  target: { of: 'ratio', below: linearWithin },
});

async function graphs() {
  const rows = [];
  for (const [what, planOf] of [
    ['a fan-out', fanOut],
    ['a random graph', randomPlan],
  ]) {
    const own = [];
    for (const count of [1_000, 10_000]) {
      const plan = value(readToolPlan(planOf(count), find));
      const [us] = await perStep(count, ours(plan));
      own.push(us);
      rows.push({ name: `${what} of ${count.toLocaleString('en')}`, value: us, unit: 'µs/step' });
    }
    rows.push(growth(what, own[1], own[0], '1,000'));
  }
  return rows;
}

/** Reading and checking, which come before. */
async function compiling() {
  const rows = [];
  const settings = { find, inputSchema: undefined, deadlineMs: undefined, expectedMs: () => 0 };
  const own = [];
  for (const count of [1_000, 10_000]) {
    const notation = randomPlan(count);
    const [us] = await perStep(count, async () => checkPlan(value(readToolPlan(notation, find)), settings));
    own.push(us);
    rows.push({ name: `compiling a plan of ${count.toLocaleString('en')}`, value: us, unit: 'µs/step' });
  }
  return [...rows, growth('compiling', own[1], own[0], '1,000')];
}

/** Rows; the peer's are left out when no folder is named. */
export async function measureOverhead({ agentos } = {}) {
  const builder = await builderOf(agentos);
  const rows = [...(await sequences(builder)), ...(await graphs()), ...(await compiling())];
  return rows.map((row) => ({ ...row, name: `scheduler: ${row.name}` }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { agentos: { type: 'string' }, json: { type: 'string' } } });
  const begun = performance.now();
  const rows = await measureOverhead(values);
  printReport(
    [{ title: 'What a composition costs beside its calls', rows }],
    Math.round((performance.now() - begun) / 1_000),
  );
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}
