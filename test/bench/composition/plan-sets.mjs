/**
 * Real plans: each is read, checked and run against stand-in tools with the sets' own schemas, and what ran is compared with
 * the set's own graph: every step once, after all that it needs, with what those gave.
 *
 *     node test/bench/composition/plan-sets.mjs [--data <folder>]
 *
 * Sets: sealtools (calls with arguments), restbench (chains over TMDB), taskbench (graphs of tools; plans are drawn from
 * them, over the kinds of input and output that their edges name).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPlan, compileSchema, execute, readToolPlan } from '@assay/core';
import { root } from '../../../apps/server/launch/repository.mjs';
import { readLines } from '../discovery/real-tools.mjs';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const { signal } = new AbortController();

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const manifestOf = (name, inputSchema, outputSchema) => ({
  name: `set/${name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_')}`,
  version: '1.0.0',
  description: name,
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true },
});

/** A call that refers to an output names it, whole or in words around it ("API_call_0 response"). */
const called = /^API_call_(\d+)( response)?$/;

function* sealtoolsPlans(data) {
  const schemas = new Map(
    readLines(join(data, 'retrieval/sealtools/tools.jsonl')).map((it) => [it.id, it.input_schema]),
  );
  for (const { id, nodes, links } of readLines(join(data, 'plans/sealtools_plans.jsonl'))) {
    const makers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node.id])));
    const translated = (value) => {
      const match = typeof value === 'string' ? called.exec(value) : null;
      const maker = match && makers.get(`API_call_${match[1]}`);
      return maker ? `$ref:${maker}.API_call_${match[1]}` : value;
    };
    const tools = new Map();
    const steps = nodes.map((node) => {
      const given = Object.fromEntries(
        Object.entries(node.arguments).map(([name, value]) => [name, translated(value)]),
      );
      tools.set(
        `t/${node.id}`,
        manifestOf(
          node.tool,
          schemas.get(node.tool) ?? { type: 'object' },
          object(Object.fromEntries(node.outputs.map((it) => [it, {}]))),
        ),
      );
      return { id: node.id, tool: `t/${node.id}`, arguments: given };
    });
    yield { id, steps, tools, links };
  }
}

function* restbenchPlans(data) {
  for (const { id, nodes, links } of readLines(join(data, 'plans/restbench_tmdb.jsonl'))) {
    // A tool may come twice: a link names the one that came last before.
    const edges = links.flatMap(({ source, target }) => {
      const to = nodes.lastIndexOf(target);
      const from = to > 0 ? nodes.lastIndexOf(source, to - 1) : -1;
      return from < 0 ? [] : [[from, to]];
    });
    const ids = nodes.map((name, at) => `${name}_${at}`);
    const steps = nodes.map((_, at) => {
      const before = edges.filter(([, to]) => to === at).map(([from]) => ids[from]);
      const given = Object.fromEntries(before.map((source, index) => [`from_${index}`, `$ref:${source}.id`]));
      return { id: ids[at], tool: `t/${ids[at]}`, arguments: given };
    });
    const tools = new Map(
      steps.map((step) => [
        step.tool,
        manifestOf(
          step.id,
          object(Object.fromEntries(Object.keys(step.arguments).map((name) => [name, { type: 'integer' }]))),
          object({ id: { type: 'integer' } }),
        ),
      ]),
    );
    yield {
      id,
      steps,
      tools,
      links: edges.map(([from, to]) => ({ source: ids[from], target: ids[to] })),
    };
  }
}

const kinds = {
  text: { type: 'string' },
  image: { type: 'string' },
  audio: { type: 'string' },
  video: { type: 'string' },
};
const plansADrawing = 300;

/** Walks of two to six tools along the edges, every third with a second way in. */
function* taskbenchPlans(data, set) {
  const { nodes, links } = JSON.parse(readFileSync(join(data, `plans/taskbench_${set}_graph.json`), 'utf8'));
  const after = new Map(nodes.map((it) => [it.id, links.filter((link) => link.source === it.id)]));
  let seed = 7;
  const random = (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let drawn = 0; drawn < plansADrawing; drawn += 1) {
    const walk = [nodes[random(nodes.length)].id];
    const edges = [];
    while (walk.length < 2 + random(5)) {
      const ways = after.get(walk.at(-1)) ?? [];
      if (ways.length === 0) break;
      const { target } = ways[random(ways.length)];
      edges.push([walk.length - 1, walk.length]);
      walk.push(target);
    }
    if (drawn % 3 === 0 && walk.length > 2) edges.push([0, walk.length - 1]);
    const steps = walk.map((_, at) => {
      const sources = edges.filter(([, to]) => to === at).map(([from]) => from);
      const given = Object.fromEntries(sources.map((from) => [`from_s${from}`, `$ref:s${from}.result`]));
      return { id: `s${at}`, tool: `t/s${at}`, arguments: given };
    });
    const kindOf = (name) => nodes.find((it) => it.id === name)?.['output-type']?.[0] ?? 'text';
    const tools = new Map(
      steps.map(({ tool, arguments: given }, at) => [
        tool,
        manifestOf(
          walk[at],
          object(Object.fromEntries(Object.keys(given).map((name) => [name, kinds.text]))),
          object({ result: kinds[kindOf(walk[at])] ?? kinds.text }),
        ),
      ]),
    );
    yield {
      id: `${set}:${drawn}`,
      steps,
      tools,
      links: edges.map(([from, to]) => ({ source: `s${from}`, target: `s${to}` })),
    };
  }
}

/** A value of a schema's kind that says whose it is. */
const sample = (schema, whose) => (schema?.type === 'integer' ? whose.length : `${whose}`);

/** Runs one plan; what is amiss with it, or nothing. */
async function tried({ steps, tools, links }) {
  const find = (reference) => ({ ok: true, value: { manifest: tools.get(reference), nesting: 0 } });
  const read = readToolPlan({ steps }, find);
  if (!read.ok) return { refused: read.error.map((it) => `${it.path} ${it.message}`) };
  const plan = read.value;
  const { errors } = checkPlan(plan, { find, inputSchema: undefined, deadlineMs: undefined, expectedMs: () => 1 });
  const ended = new Map();
  const amiss = [];
  const invalid = [];
  const { outcomes } = await execute(plan, {
    input: {},
    deadlineMs: 60_000,
    signal,
    clock,
    step: async ({ node, input }) => {
      const { inputSchema, outputSchema } = tools.get(node.tool);
      for (const { source } of links.filter((it) => it.target === node.id))
        if (!ended.has(source)) amiss.push(`${node.id} began before ${source} had ended`);
      if (ended.has(node.id)) amiss.push(`${node.id} ran twice`);
      for (const issue of compileSchema(inputSchema)(input)) invalid.push(`${node.id}${issue.path} ${issue.message}`);
      const output = Object.fromEntries(
        Object.entries(outputSchema.properties).map(([name, schema]) => [name, sample(schema, `${node.id}.${name}`)]),
      );
      ended.set(node.id, output);
      return { ok: true, value: output };
    },
  });
  if (ended.size !== steps.length || outcomes.some((it) => it.status !== 'succeeded'))
    amiss.push('not every step succeeded');
  const edges = new Set(links.map(({ source, target }) => `${source} ${target}`));
  const found = new Set(plan.nodes.flatMap((node) => node.needs.map((need) => `${plan.nodes[need].id} ${node.id}`)));
  for (const edge of found) if (!edges.has(edge)) amiss.push(`the edge ${edge} is not in the set's graph`);
  for (const edge of edges) if (!found.has(edge)) amiss.push(`the edge ${edge} was not seen`);
  return { amiss, errors, invalid };
}

/** Rows over the sets there are. */
export async function measurePlanSets(data) {
  const sets = {
    sealtools: () => sealtoolsPlans(data),
    'restbench (TMDB)': () => restbenchPlans(data),
    'taskbench (Hugging Face)': () => taskbenchPlans(data, 'huggingface'),
    'taskbench (multimedia)': () => taskbenchPlans(data, 'multimedia'),
    'taskbench (daily life)': () => taskbenchPlans(data, 'dailylifeapis'),
  };
  const rows = [];
  for (const [name, plans] of Object.entries(sets)) {
    const count = { plans: 0, refused: 0, amiss: 0, misfits: 0, invalid: 0 };
    const examples = [];
    for (const plan of plans()) {
      const { refused, amiss = [], errors = [], invalid = [] } = await tried(plan);
      count.plans += 1;
      count.refused += Number(refused !== undefined);
      count.amiss += Number(amiss.length > 0);
      count.misfits += Number(errors.length > 0);
      count.invalid += Number(invalid.length > 0);
      if (examples.length < 3 && (refused || amiss.length > 0)) examples.push(`${plan.id}: ${(refused ?? amiss)[0]}`);
    }
    rows.push({ name: `plans of ${name}`, value: count.plans, unit: 'plans' });
    rows.push({
      name: `plans of ${name}: did not run as their graph says`,
      value: count.amiss + count.refused,
      unit: 'plans',
      target: { below: 1 },
    });
    rows.push({
      name: `plans of ${name}: found not to fit the tools' schemas beforehand`,
      value: count.misfits,
      unit: 'plans',
    });
    rows.push({ name: `plans of ${name}: inputs that did not fit when called`, value: count.invalid, unit: 'plans' });
    for (const example of examples) process.stdout.write(`  ${example}\n`);
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { data: { type: 'string', default: resolve(root, '../shared/data') } } });
  if (!existsSync(join(values.data, 'plans'))) process.stdout.write(`No plan sets in ${values.data}.\n`);
  else
    for (const { name, value, unit } of await measurePlanSets(values.data))
      process.stdout.write(`${name}: ${value} ${unit}\n`);
}
